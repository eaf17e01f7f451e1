/** What `RLP.decode` gives: bytes, or a list of such. */
export type RlpContent = Uint8Array | RlpContent[]

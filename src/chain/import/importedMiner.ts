/** The miner of the blocks that extend a chain of blocks from elsewhere. */
export const IMPORTED_MINER = { address: new Uint8Array(20), graffiti: new Uint8Array(0) }

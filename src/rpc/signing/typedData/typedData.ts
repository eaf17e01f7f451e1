/** A member of a struct type. */
export interface TypedDataField {
  readonly name: string
  readonly type: string
}

/** Values of a struct by the names of its members, as JSON has them. */
export type TypedDataValues = Readonly<Record<string, unknown>>

/** What `eth_signTypedData_v4` signs (EIP-712). */
export interface TypedData {
  readonly types: Readonly<Record<string, readonly TypedDataField[]>>
  readonly primaryType: string
  readonly domain: TypedDataValues
  readonly message: TypedDataValues
}

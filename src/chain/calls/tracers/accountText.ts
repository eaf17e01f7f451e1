import { toHex, toQuantity } from '../../../primitives/hex.ts'

/** Members of an account; those that are undefined are not written. */
export interface AccountMembers {
  readonly balance?: bigint | undefined
  readonly code?: Uint8Array | undefined
  /** hex */
  readonly codeHash?: string | undefined
  readonly nonce?: bigint | undefined
  /** slots and values in hex */
  readonly storage: ReadonlyMap<string, string>
}

/** Writes an account as JSON, without a nonce of 0 and without empty storage. */
export function accountText({ balance, code, codeHash, nonce, storage }: AccountMembers): string {
  const members: string[] = []
  if (balance !== undefined) members.push(`"balance":"${toQuantity(balance)}"`)
  if (code !== undefined) members.push(`"code":"${toHex(code)}"`)
  if (codeHash !== undefined) members.push(`"codeHash":"${codeHash}"`)
  if (nonce !== undefined && nonce !== 0n) members.push(`"nonce":${nonce}`)
  if (storage.size > 0) {
    const sorted = [...storage].sort(([one], [other]) => (one < other ? -1 : 1))
    members.push(`"storage":{${sorted.map(([slot, value]) => `"${slot}":"${value}"`).join()}}`)
  }
  return `{${members.join()}}`
}

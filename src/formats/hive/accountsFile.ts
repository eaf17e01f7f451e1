import type { Account } from '../../chain/accounts.ts'
import type { Genesis } from '../../chain/genesis/genesis.ts'
import { fromHex, type Hex, toHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { isPrivateKey, publicKeyOf } from '../../primitives/secp256k1.ts'
import { FixtureError } from '../fixtureError.ts'

// accounts.json has the private keys of accounts: `{"0x<address>": {"key": "0x<private key>"}}`.

type AccountsFile = Readonly<Record<Hex, { readonly key: Hex }>>

/** Writes accounts, sorted by address. */
export function accountsFile(accounts: readonly Account[]): AccountsFile {
  const sorted = accounts.toSorted((one, other) => (one.address < other.address ? -1 : 1))
  return Object.fromEntries(sorted.map(({ address, privateKey }) => [address, { key: privateKey }]))
}

/**
 * Reads the accounts that are in genesis, in its order; the file may have more.
 *
 * @param file the parsed file
 * @param path of the file, for errors
 * @throws {FixtureError} if a key is invalid, or belongs to another address
 */
export function readAccountsFile(file: unknown, genesis: Genesis, path: string): Account[] {
  if (typeof file !== 'object' || file === null || Array.isArray(file)) {
    throw new FixtureError(path, '', 'it is not an object of accounts by their addresses')
  }
  const read = Object.entries(file).map(([name, entry]) => readAccount(name, entry, path))
  const byAddress = new Map(read.map((account) => [account.address, account]))
  return genesis.accounts.flatMap(({ address }) => byAddress.get(address) ?? [])
}

function readAccount(name: string, entry: unknown, path: string): Account {
  const key: unknown = (entry as { key?: unknown } | null)?.key
  // hivechain writes the key as a number, without leading zero bytes.
  if (typeof key !== 'string' || !/^0x([0-9a-f]{2}){1,32}$/i.test(key)) {
    throw new FixtureError(path, `${name}.key`, 'it is not a private key of 32 bytes')
  }
  const privateKey = fromHex(`0x${key.slice(2).padStart(64, '0')}`)
  if (!isPrivateKey(privateKey)) {
    throw new FixtureError(path, `${name}.key`, 'it is not a private key of the curve secp256k1')
  }
  const address = toHex(keccak256(publicKeyOf(privateKey)).subarray(12))
  if (address !== name.toLowerCase()) {
    throw new FixtureError(path, `${name}.key`, `it is the key of ${address}`)
  }
  return { address, privateKey: toHex(privateKey) }
}

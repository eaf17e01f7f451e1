import { isDeepStrictEqual } from 'node:util'

/** The private keys of the first two accounts of the mnemonic that Anvil and Hardhat use. */
export const DEPLOYER_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
export const OTHER_KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'

const DEPLOYER = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const OTHER = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

/** What a script finds after it has deployed a counter and changed it twice. */
export interface Facts {
  readonly chainId: number
  readonly hasCode: boolean
  readonly number: number
  /** of the receipts of both changes */
  readonly statuses: readonly number[]
  /** the events of both */
  readonly changes: readonly (readonly [by: string, number: number])[]
}

const expected: Facts = {
  chainId: 31337,
  hasCode: true,
  number: 42,
  statuses: [1, 1],
  changes: [
    [DEPLOYER, 41],
    [OTHER, 42],
  ],
}

/** @throws if a script has found something else than it should */
export function requireExpected(found: Facts): void {
  if (isDeepStrictEqual(found, expected)) return
  throw new Error(`found ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`)
}

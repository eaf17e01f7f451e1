import type { Genesis, GenesisAccount } from '../../chain/genesis/genesis.ts'
import type { ForkName } from '../../chain/protocol/forks.ts'
import type { Rules } from '../../chain/protocol/rules.ts'
import type { Hex } from '../../primitives/hex.ts'
import { GenesisFields } from './genesisFields.ts'
import { readGethConfig } from './readGethConfig.ts'

/** In gas: geth's default for a `gasLimit` of 0. */
const GAS_LIMIT_DEFAULT = 4_712_388n

export interface ReadOptions {
  /** path of the file, for errors; default `genesis.json` */
  readonly path?: string
  /** number of the first block above genesis without difficulty */
  readonly mergedWith?: number | undefined
}

/**
 * Reads geth's `genesis.json`: the rules of the chain, and its first block.
 *
 * @param file the file, as `parseOrderedJson` parses it
 * @throws {FixtureError} if it is invalid, or needs a feature that ommer does not support
 * @see https://geth.ethereum.org/docs/fundamentals/private-network
 */
export function readGethGenesis(
  file: unknown,
  { path = 'genesis.json', mergedWith }: ReadOptions = {},
): { rules: Rules; genesis: Genesis } {
  const fields = new GenesisFields(path, '', [file])
  const timestamp = Number(fields.number('timestamp', 53) ?? 0n)
  const rules = readGethConfig(fields.object('config'), timestamp, mergedWith)
  requireFieldsOfForks(fields, rules)
  requireSigners(fields)
  return { rules, genesis: readGenesis(fields, timestamp) }
}

/** geth writes these fields into block 0 even before their forks, which gives a block that no fork has. */
function requireFieldsOfForks(fields: GenesisFields, { forks, genesisTimestamp }: Rules): void {
  const isActive = (fork: ForkName): boolean =>
    forks.some(
      ({ name, at }) =>
        name === fork && ('block' in at ? at.block === 0 : at.timestamp <= genesisTimestamp),
    )
  const hasLondon = isActive('london')
  for (const [name, isAllowed] of [
    ['baseFeePerGas', hasLondon],
    ['excessBlobGas', hasLondon && isActive('cancun')],
  ] as const) {
    if (fields.has(name) && !isAllowed) fields.refuse(name, 'before its fork it is not supported')
  }
}

/** Under clique `extraData` has 32 bytes, the signers, and room for a signature. */
function requireSigners(fields: GenesisFields): void {
  if (!fields.object('config').has('clique')) return
  const bytes = ((fields.data('extraData') ?? '0x').length - 2) / 2
  if (bytes < 97) fields.refuse('extraData', `it has ${bytes} bytes, but clique needs at least 97`)
}

function readGenesis(fields: GenesisFields, timestamp: number): Genesis {
  // Go has read these accounts, too: an invalid one is an error.
  readAccounts(fields.forgotten('alloc'))
  requireFirstBlock(fields)
  const baseFeePerGas = fields.number('baseFeePerGas', 256)
  const blobGasUsed = fields.number('blobGasUsed', 64)
  const excessBlobGas = fields.number('excessBlobGas', 64)
  const slotNumber = fields.number('slotNumber', 64)
  const gasLimit = fields.number('gasLimit', 64) ?? fields.refuse('gasLimit', 'it is missing')
  const nonce = fields.number('nonce', 64) ?? 0n
  return {
    timestamp,
    gasLimit: gasLimit === 0n ? GAS_LIMIT_DEFAULT : gasLimit,
    difficulty: fields.number('difficulty', 256) ?? fields.refuse('difficulty', 'it is missing'),
    extraData: fields.data('extraData') ?? '0x',
    miner: fields.data('coinbase', 20) ?? zeros(20),
    mixHash: fields.data('mixHash', 32) ?? zeros(32),
    nonce: `0x${nonce.toString(16).padStart(16, '0')}`,
    ...(baseFeePerGas !== undefined && { baseFeePerGas }),
    ...(blobGasUsed !== undefined && { blobGasUsed }),
    ...(excessBlobGas !== undefined && { excessBlobGas }),
    ...(slotNumber !== undefined && { slotNumber }),
    accounts: readAccounts(fields.object('alloc')),
  }
}

/** geth has these three fields for its own tests. In a genesis block they are 0. */
function requireFirstBlock(fields: GenesisFields): void {
  for (const name of ['number', 'gasUsed']) {
    if ((fields.number(name, 64) ?? 0n) !== 0n) fields.refuse(name, 'it is not 0')
  }
  const parentHash = fields.data('parentHash', 32) ?? zeros(32)
  if (parentHash !== zeros(32)) fields.refuse('parentHash', 'it is not 0')
}

function readAccounts(alloc: GenesisFields): GenesisAccount[] {
  // Like geth: of several spellings of an address, the last one counts.
  const accounts = new Map<Hex, GenesisAccount>()
  for (const [name, value] of alloc.members) {
    const digits = name.replace(/^0x/i, '').toLowerCase()
    if (!/^[0-9a-f]{40}$/.test(digits)) alloc.refuse(name, 'it is not an address of 20 bytes')
    const address: Hex = `0x${digits}`
    accounts.set(address, readAccount(address, alloc.entry(name, value)))
  }
  return [...accounts.values()]
}

function readAccount(address: Hex, account: GenesisFields): GenesisAccount {
  return {
    address,
    nonce: account.number('nonce', 64) ?? 0n,
    code: account.data('code') ?? '0x',
    storage: account.has('storage') ? readStorage(account.object('storage')) : {},
    balance: account.number('balance', 256) ?? account.refuse('balance', 'it is missing'),
  }
}

function readStorage(storage: GenesisFields): Record<Hex, Hex> {
  return Object.fromEntries(
    storage.members.map(([name, value]) => [storage.word(name, name), storage.word(name, value)]),
  )
}

function zeros(length: number): Hex {
  return `0x${'00'.repeat(length)}`
}

import { toAccount } from '../../chain/accounts.ts'
import type { Chain } from '../../chain/chain.ts'
import { fundedSigners } from '../../chain/genesis/fundedSigners.ts'
import { importChain } from '../../chain/import/importChain.ts'
import { type ChainSpec, type fieldsBesideGenesis, resolveSpec } from '../../chain/spec/spec.ts'
import { readRequired, toReadOptions } from '../folder/readFiles.ts'
import type { LoadOptions } from '../json/loadBlocks.ts'
import { parseOrderedJson } from './orderedJson.ts'
import { readGethGenesis } from './readGethGenesis.ts'
import { requireKnownRules } from './requireKnownRules.ts'

/**
 * Begins a chain with a genesis file of geth. Its blocks have no transactions, because the keys of its accounts are not
 * known. Those of the mnemonic can sign; they have what the genesis gives them.
 *
 * @param fields by default no blocks, and no mnemonic
 * @throws {FixtureError} if the file is missing or invalid, or blocks need rules that ommer does not have
 * @throws {SpecError} if a field is invalid
 */
export async function loadGenesis(
  path: string,
  fields: Pick<ChainSpec, (typeof fieldsBesideGenesis)[number]>,
  options: LoadOptions = {},
): Promise<Chain> {
  const { onProgress, signal } = options
  const work = { ...(onProgress && { onProgress }), ...(signal && { signal }) }
  const spec = resolveSpec({ blocks: 0, ...fields, accounts: 0 })
  const reading = toReadOptions(options)
  const text = (await readRequired(path, reading)).toString('utf8')
  const file = parseOrderedJson(path, text, reading.limits)
  const { rules, genesis } = readGethGenesis(file, { path, mergedWith: undefined })
  requireKnownRules(rules, spec.blocks, path)
  const { mnemonic } = await fundedSigners(spec)
  const chain = await importChain(genesis, rules, [], {
    ...work,
    finality: spec.finality,
    accounts: mnemonic.map(toAccount),
    fields,
  })
  await chain.extend(spec.blocks, work)
  return chain
}

import { type Command, Option } from 'commander'
import { forkFields, forkInputs, type ProofMode } from '../fork/forkOptions.ts'
import type { Hex } from '../primitives/hex.ts'
import { fieldOption } from './fieldOption.ts'
import { headerAdder } from './headerLines.ts'
import { specOptionNames } from './specOptions.ts'

/** What is forked, as the command line says it. */
export interface ForkArguments {
  readonly forkUrl?: readonly string[]
  readonly forkBlock?: string
  readonly forkHeader?: readonly string[]
  readonly forkProofs?: ProofMode
  readonly forkStrict?: true
  readonly forkWitness?: string
  readonly forkWitnessProofs?: true
  readonly offline?: true
  // Only `ommer anvil` has options for these.
  readonly forkTransaction?: Hex
  readonly forkChainId?: number
  readonly forkTimeout?: number
  readonly forkRetries?: number
  readonly forkRetryBackoff?: number
}

/** Whether the chain is a fork. */
export function isFork({ forkUrl, offline }: ForkArguments): boolean {
  return forkUrl !== undefined || offline === true
}

/** What says which chain is served. */
const conflicts = [
  ...specOptionNames.filter((name) => !forkFields.some((field) => field === name)),
  'load',
  'genesis',
  'scenario',
  'backgroundTraffic',
]

export function addForkOptions(command: Command): Command {
  const { rpc, block, headers, proofs, strict, witness, offline } = forkInputs
  return command
    .optionsGroup('Forking a network:')
    .addOption(
      fieldOption('--fork-url <url>', 'rpc', rpc).argParser(appendUrls).conflicts(conflicts),
    )
    .addOption(fieldOption('--fork-block <block>', 'block', block))
    .addOption(
      fieldOption('--fork-header <line>', 'headers', headers).argParser(
        headerAdder('OMMER_FORK_HEADER'),
      ),
    )
    .addOption(fieldOption('--fork-proofs <mode>', 'proofs', proofs).default(undefined))
    .addOption(fieldOption('--fork-strict', 'strict', strict).default(undefined))
    .addOption(fieldOption('--fork-witness <folder>', 'witness', witness))
    .addOption(
      new Option(
        '--fork-witness-proofs',
        'refuse a node or a witness without proofs (as --fork-proofs require); otherwise a witness has them where the node does',
      ).implies({ forkProofs: 'require' }),
    )
    .addOption(fieldOption('--offline', 'offline', offline).default(undefined).conflicts(conflicts))
}

/** Refuses options of forks that say nothing, or contradict each other. */
export function checkForkOptions(command: Command, given: ForkArguments): void {
  requireWitnessOfProofs(command, given)
  if (isFork(given)) return
  const { forkBlock, forkHeader, forkProofs, forkStrict, forkWitness } = given
  const named = Object.entries({
    block: forkBlock,
    header: forkHeader,
    witness: forkWitness,
    // May be implied by --fork-witness-proofs, which needs a witness.
    proofs: forkProofs,
    strict: forkStrict,
  })
  const [useless] = named.find(([, value]) => value !== undefined) ?? []
  if (useless === undefined) return
  const needs = useless === 'witness' ? '--fork-url or --offline' : '--fork-url'
  command.error(`error: --fork-${useless}: it needs ${needs}`)
}

function requireWitnessOfProofs(
  command: Command,
  { forkWitness, forkWitnessProofs, forkProofs }: ForkArguments,
): void {
  if (!forkWitnessProofs) return
  if (forkWitness === undefined) {
    command.error('error: --fork-witness-proofs: it needs --fork-witness')
  }
  if (forkProofs !== 'require') {
    command.error(
      `error: --fork-witness-proofs: it cannot be combined with --fork-proofs ${forkProofs}`,
    )
  }
}

/** A URL as Anvil takes it, which the number of a block may follow: `http://127.0.0.1:8545@123`. */
export function splitForkUrl(text: string): { readonly url: string; readonly forkBlock?: string } {
  const [, url, forkBlock] = /^(.+)@(\d{1,15})$/.exec(text) ?? []
  return url === undefined || forkBlock === undefined ? { url: text } : { url, forkBlock }
}

/** Adds URLs. In an environment variable, several are separated by spaces or lines. */
function appendUrls(text: string, urls: readonly string[] = []): readonly string[] {
  const added = text.split(/\s+/).filter((url) => url !== '')
  // The schema refuses it.
  return [...urls, ...(added.length > 0 ? added : [''])]
}

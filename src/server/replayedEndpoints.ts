import type { Chain } from '../chain/chain.ts'
import type { ChangeLog } from '../endpoint/changes.ts'
import type { DialectName } from '../endpoint/dialects/dialects.ts'
import { JournalError } from '../log/journalError.ts'
import { type JournalHeader, requireSame } from '../log/journalHeader.ts'
import { replay } from '../log/replay.ts'
import { OmmerError } from '../primitives/errors.ts'
import { createCallService } from '../threads/calls/createCallService.ts'
import { createDevResources } from './devResources.ts'
import { EndpointRegistry } from './endpointRegistry.ts'
import { type FaultContext, setFaults } from './faults/setFaults.ts'
import { optionsOfFunded } from './fundedKeys.ts'
import type { OpenedLog } from './group.ts'
import type { ServeOptions } from './options.ts'
import { type ResolvedServeOptions, resolveServeOptions } from './resolveServeOptions.ts'
import type { ServeLimits } from './serveLimits.ts'
import { ServerForks } from './serverForks.ts'
import { headerOf, replayTarget, requireHead } from './serverJournal.ts'

/** Writes nothing, and lets no timer mine. */
const noLog: ChangeLog = {
  isRecording: () => false,
  requireWritable() {},
  write() {},
  kept: () => undefined,
}

/** What a journal has. */
export type Journaled = Pick<OpenedLog, 'header' | 'entries'>

type Begun = ServeOptions & ServeLimits & { readonly funded?: unknown }

/**
 * Gives endpoints to work as a journal leaves them. No client can reach them.
 *
 * @param path of the journal, for errors
 * @param version of the package
 * @throws {JournalError} if it was begun for another chain, or leads elsewhere
 */
export async function withReplayed<T>(
  path: string,
  chain: Chain,
  { header, entries }: Journaled,
  version: string,
  work: (endpoints: EndpointRegistry) => Promise<T>,
): Promise<T> {
  const options = optionsOf(path, header)
  requireSame(path, header, headerOf(chain, options, version))
  requireHead(path, header, chain)
  const calls = createCallService({ gas: options.callGas, timeoutSeconds: options.callTimeout })
  const faults: FaultContext = { chainSeed: chain.spec.seed, closeClients: () => 0 }
  const endpoints = new EndpointRegistry(chain, {
    dialect: (chain.writtenAs as DialectName | undefined) ?? options.dialect,
    anyKey: true,
    dev: createDevResources(options, calls, undefined),
    log: noLog,
    undoneBytes: options.limits.undoneBytes,
    beginFaults: (endpoint, rules) => rules && setFaults(endpoint, rules, undefined, faults),
    onCreated: (endpoint, dialect) => forks.begin(endpoint, dialect, target.moves),
  })
  const forks: ServerForks = new ServerForks(options, endpoints)
  const target = replayTarget(chain, endpoints, {
    forks: forks.accessOf(false),
    setFaults: (endpoint, rules, chosen) => setFaults(endpoint, rules, chosen, faults),
  })
  try {
    for (const key of options.apiKeys) endpoints.createConfigured(key)
    await replay(path, entries, target)
    return await work(endpoints)
  } finally {
    endpoints.closeAll()
    await calls.close()
  }
}

/**
 * The options of the server that began a journal, as far as its entries depend on them.
 *
 * @throws {JournalError} JOURNAL_DAMAGED if no server can have had them
 */
function optionsOf(path: string, { options }: JournalHeader): ResolvedServeOptions {
  const { poolTransactions, poolBytes, funded, ...begun } = options as Begun
  try {
    return resolveServeOptions({
      ...begun,
      ...optionsOfFunded(funded),
      limits: { poolTransactions, poolBytes },
      anyKey: true,
    })
  } catch (error) {
    if (!(error instanceof OmmerError)) throw error
    const problem = `${path}: line 1: the server that began it cannot have had these options: ${error.message}`
    throw new JournalError('JOURNAL_DAMAGED', problem, { cause: error })
  }
}

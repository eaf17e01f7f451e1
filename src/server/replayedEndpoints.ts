import type { Chain } from '../chain/chain.ts'
import type { DialectName } from '../endpoint/dialects/dialects.ts'
import { JournalError } from '../log/journalError.ts'
import { type JournalHeader, requireSame } from '../log/journalHeader.ts'
import { OmmerError } from '../primitives/errors.ts'
import { ChainServer } from './chainServer.ts'
import type { EndpointRegistry } from './endpointRegistry.ts'
import { optionsOfFunded } from './fundedKeys.ts'
import type { ServeOptions } from './options.ts'
import { type ResolvedServeOptions, resolveServeOptions } from './resolveServeOptions.ts'
import type { ServeLimits } from './serveLimits.ts'
import { headerOf, type Journaled, ServerJournal } from './serverJournal.ts'

type Begun = ServeOptions & ServeLimits & { readonly funded?: unknown }

/**
 * Gives endpoints to work as a journal leaves them. No client can reach them.
 *
 * @param path of the journal, for errors
 * @param version of the package
 * @throws {JournalError} if it was begun for another chain, or leads elsewhere
 */
export function withReplayed<T>(
  path: string,
  chain: Chain,
  journaled: Journaled,
  version: string,
  work: (endpoints: EndpointRegistry) => Promise<T>,
): Promise<T> {
  const options = optionsOf(path, chain, journaled.header)
  requireSame(path, journaled.header, headerOf(chain, options, version))
  const journal = ServerJournal.readOnly(path, chain, journaled)
  return ChainServer.replay(chain, options, version, journal, work)
}

/**
 * The options of the server that began a journal, as far as its entries depend on them.
 *
 * @throws {JournalError} JOURNAL_DAMAGED if no server can have had them
 */
function optionsOf(
  path: string,
  { writtenAs }: Chain,
  { options }: JournalHeader,
): ResolvedServeOptions {
  const { poolTransactions, poolBytes, funded, ...begun } = options as Begun
  try {
    return resolveServeOptions({
      ...begun,
      ...(writtenAs && { dialect: writtenAs as DialectName }),
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

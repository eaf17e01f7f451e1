import { chainProblem } from '../chain/chainProblem.ts'
import { type DialectName, dialects } from '../endpoint/dialects/dialects.ts'
import { readInput } from '../primitives/input.ts'
import { EndpointChain } from './endpointChain.ts'
import type { ExportedChain } from './exportedChain.ts'
import { type ExportOptions, ExportOptionsError, exportOptions } from './exportOptions.ts'
import type { ExportSource } from './exportSource.ts'
import type { FormatName } from './formatNames.ts'

/** An export with all defaults filled in. */
export interface ResolvedExport {
  readonly formats: readonly FormatName[]
  readonly source: ExportSource
}

/**
 * Checks the options and fills in the defaults.
 *
 * @throws {ExportOptionsError} if the chain or an option is not valid
 */
export function resolveExport(
  chain: ExportedChain,
  options: ExportOptions,
  version: string,
): ResolvedExport {
  const problem = chain instanceof EndpointChain ? undefined : chainProblem(chain)
  if (problem !== undefined) throw new ExportOptionsError('chain', problem)
  const read = readInput(exportOptions, options, '', (path, problem) => {
    return new ExportOptionsError(path === '' ? 'options' : path, problem)
  })
  const { first, head } = chain.tree
  const { from = first.number, to = head.number, format, dialect, ...rest } = read
  requireBlock('from', from, first.number, head.number)
  requireBlock('to', to, from, head.number)
  const writtenAs = chain.writtenAs as DialectName | undefined
  return {
    formats: [...new Set([format].flat())],
    source: {
      ...rest,
      chain,
      from,
      to,
      dialect: dialects[dialect ?? writtenAs ?? 'infura'],
      version,
    },
  }
}

function requireBlock(option: string, number: number, low: number, high: number): void {
  if (number >= low && number <= high) return
  const problem = `${number} is not the number of a block from ${low} to ${high}`
  throw new ExportOptionsError(option, problem)
}

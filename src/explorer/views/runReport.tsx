import { type StackLine, stackText } from '../../solidity/stackLine.ts'
import { useSession } from '../sessionContext.ts'
import { ForeignText, Section } from './components.tsx'
import { type Loaded, useLoaded } from './useLoaded.ts'

/** What `ommer_report` returns. */
export interface RunReport {
  /** the lines of `console.log` */
  readonly printed: readonly string[]
  /** the innermost first */
  readonly stack: readonly StackLine[]
}

/**
 * What a transaction has printed, and where it has failed.
 *
 * @param isWanted false if it has run no code, or the server is not asked
 */
export function useReport(hash: string, isWanted: boolean): RunReport | undefined {
  const { connection } = useSession()
  const { value }: Loaded<{ report: RunReport | null }> = useLoaded(
    async () => ({
      report: isWanted ? await connection.request<RunReport | null>('ommer_report', [hash]) : null,
    }),
    ['report', hash, isWanted],
  )
  return value?.report ?? undefined
}

/** What contracts have printed by `console.log`. */
export function Printed({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <Section title="console.log">
      <ul class="printed mono">
        {lines.map((line, index) => (
          <li key={index}>
            <ForeignText text={line} max={2_000} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The lines of sources that have led to a failure. */
export function Stack({ lines }: { readonly lines: readonly StackLine[] }) {
  if (lines.length === 0) return null
  return (
    <ul class="printed mono">
      {lines.map((line, index) => (
        <li key={index}>
          at <ForeignText text={stackText(line)} max={300} />
        </li>
      ))}
    </ul>
  )
}

import { readdirSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import type { OfficialSpec } from './officialSpec.ts'

/** Requests and the answers of geth in the format of execution-apis. */
export interface Transcript {
  /** `METHOD/CASE.io` */
  readonly path: string
  readonly method: string
  /** whether another answer may be right, too: one that matches the official description */
  readonly isSpecOnly: boolean
  readonly requests: readonly string[]
  readonly answers: readonly string[]
}

interface Response {
  readonly result?: unknown
  readonly error?: unknown
}

/** @param folder with a folder for each method */
export function readTranscripts(folder: string): readonly Transcript[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return paths
    .filter((path) => path.endsWith('.io'))
    .sort()
    .map((path) => {
      const lines = readFileSync(`${folder}/${path}`, 'utf8').split('\n')
      const after = (mark: string) =>
        lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(mark.length))
      return {
        path,
        method: path.split('/')[0] as string,
        isSpecOnly: after('//').some((comment) => comment.includes('speconly')),
        requests: after('>> '),
        answers: after('<< '),
      }
    })
}

/**
 * What is wrong with the answer to a request of a transcript.
 *
 * @param index of the request
 * @returns undefined if it is right
 */
export function problemOf(
  { method, isSpecOnly, answers }: Transcript,
  index: number,
  answer: string,
  spec: OfficialSpec,
): string | undefined {
  const [ours, official] = [answer, answers[index] as string].map((text) => JSON.parse(text)) as [
    Response,
    Response,
  ]
  if (isDeepStrictEqual(ours, official)) return undefined
  const problem = `${answer.slice(0, 1000)} instead of ${answers[index]?.slice(0, 1000)}`
  if (!isSpecOnly || ours.error !== undefined || official.error !== undefined) return problem
  if (!spec.has(method)) {
    return isDeepStrictEqual(shapeOf(ours.result), shapeOf(official.result)) ? undefined : problem
  }
  const described = spec.problemWith(method, ours.result)
  return described && `${described}: ${problem}`
}

/** A JSON value with only the names of its members and the types of their values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return 'array'
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]))
}

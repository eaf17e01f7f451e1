import { readFileSync, writeFileSync } from 'node:fs'

/** The file with the answers of geth. */
const path = 'test/data/geth/answers.json'

/** The answers of geth: for each kind of answer, the requests that got it. */
interface AnswersFile {
  /** its client version */
  readonly client: string
  readonly answers: Readonly<Record<string, readonly string[]>>
}

/** @returns the kind of answer to each request, by name */
export function readAnswers(): ReadonlyMap<string, string> {
  const { answers } = JSON.parse(readFileSync(path, 'utf8')) as AnswersFile
  return new Map(
    Object.entries(answers).flatMap(([kind, names]) =>
      names.map((name): [string, string] => [name, kind]),
    ),
  )
}

export function writeAnswers(client: string, kinds: ReadonlyMap<string, string>): void {
  const answers: Record<string, string[]> = {}
  for (const [name, kind] of kinds) {
    answers[kind] ??= []
    answers[kind].push(name)
  }
  const sorted = Object.fromEntries(
    Object.entries(answers).sort(([one], [other]) => (one < other ? -1 : 1)),
  )
  writeFileSync(path, `${JSON.stringify({ client, answers: sorted }, null, 1)}\n`)
}

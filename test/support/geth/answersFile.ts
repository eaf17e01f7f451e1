import { readFileSync, writeFileSync } from 'node:fs'

/** Where the answers of geth are kept. */
const path = 'test/data/geth/answers.json'

/** What geth answered: for each kind of answer, which questions got it. */
interface AnswersFile {
  /** what it says of itself */
  readonly client: string
  readonly answers: Readonly<Record<string, readonly string[]>>
}

/** @returns the kind of answer to each question, by their names */
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

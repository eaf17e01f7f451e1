import { hash } from 'node:crypto'

/** A test, a suite of tests or a file, as vitest's runner represents them. */
interface Task {
  readonly name: string
  /** the suite or file that contains it */
  readonly suite?: Task | undefined
  /** of a suite: its contents */
  readonly tasks?: readonly Task[]
}

/** The fields of a test in vitest's runner that are used here. */
export interface TestTask extends Task {
  readonly file: Task & { readonly projectName?: string | undefined }
  /** once it has failed, with its errors */
  readonly result?: { readonly errors?: readonly unknown[] | undefined } | undefined
}

/** Together with the digest, a key has at most 128 characters, the limit for API keys. */
const FILE_LENGTH = 40
const NAME_LENGTH = 70
const DIGEST_LENGTH = 8

/**
 * The API key of a test's own endpoint. It consists of the file and the name of the test, so people can read it, and it
 * does not change when other tests are added to the file. Tests of the same full name in one file are numbered.
 */
export function testKey(task: TestTask): string {
  const { file } = task
  const names = fullName(task, file)
  const others = [file.projectName ?? '', indexAmongNamesakes(task)]
  return keyOfTest(file.name, names, others)
}

/**
 * The API key of a test.
 *
 * @param names of the suites that contain it, then its own
 * @param others what else distinguishes it
 */
export function keyOfTest(
  file: string,
  names: readonly string[],
  others: readonly unknown[] = [],
): string {
  const readable = [
    inKeyLetters(file).slice(-FILE_LENGTH),
    inKeyLetters(names.join(' ')).slice(0, NAME_LENGTH),
  ]
  // It distinguishes names that look the same in a key, or are truncated there.
  const digest = hash('sha256', JSON.stringify([file, names, others]), 'hex')
  return [...readable, digest.slice(0, DIGEST_LENGTH)].join('-')
}

/** The names of the suites that contain it, then its own. */
function fullName(task: Task, file: Task): string[] {
  const names: string[] = []
  for (let at: Task | undefined = task; at !== undefined && at !== file; at = at.suite) {
    names.unshift(at.name)
  }
  return names
}

/** How many tests before it have the same full name. */
function indexAmongNamesakes(task: TestTask): number {
  const wanted = JSON.stringify(fullName(task, task.file))
  const namesakes = testsNamed(task.name, task.file).filter(
    (test) => JSON.stringify(fullName(test, task.file)) === wanted,
  )
  return Math.max(namesakes.indexOf(task), 0)
}

/** All tests of a file are searched for each of them, so this compares names before it makes lists of them. */
function testsNamed(name: string, within: Task, found: Task[] = []): readonly Task[] {
  if (within.tasks !== undefined) for (const task of within.tasks) testsNamed(name, task, found)
  else if (within.name === name) found.push(within)
  return found
}

/** Replaces what a key cannot contain by hyphens. */
function inKeyLetters(name: string): string {
  return name.replaceAll(/[^\w.]+/g, '-').replaceAll(/^-|-$/g, '')
}

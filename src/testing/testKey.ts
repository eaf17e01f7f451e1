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
}

/** Together with the digest, a key has at most 128 characters, the limit for API keys. */
const FILE_LENGTH = 40
const NAME_LENGTH = 70
const DIGEST_LENGTH = 8

/**
 * The API key of a test's own endpoint. It consists of the file and the name of the test, so people can read it, and it
 * does not change when other tests are added to the file. Tests of the same full name in one file are numbered.
 */
export async function testKey(task: TestTask): Promise<string> {
  const { file } = task
  const names = fullName(task, file)
  const identity = [file.projectName ?? '', file.name, ...names, indexAmongNamesakes(task)]
  const readable = [
    inKeyLetters(file.name).slice(-FILE_LENGTH),
    inKeyLetters(names.join(' ')).slice(0, NAME_LENGTH),
  ]
  return [...readable, await digest(JSON.stringify(identity))].join('-')
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
  const namesakes = testsIn(task.file).filter(
    (test) => JSON.stringify(fullName(test, task.file)) === wanted,
  )
  return Math.max(namesakes.indexOf(task), 0)
}

function testsIn(task: Task): readonly Task[] {
  return task.tasks?.flatMap(testsIn) ?? [task]
}

/** Replaces what a key cannot contain by hyphens. */
function inKeyLetters(name: string): string {
  return name.replaceAll(/[^\w.]+/g, '-').replaceAll(/^-|-$/g, '')
}

/** It distinguishes names that look the same in a key, or are truncated there. */
async function digest(text: string): Promise<string> {
  // Node's modules are not imported, because each worker would have to load them.
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Buffer.from(bytes).toString('hex').slice(0, DIGEST_LENGTH)
}

/** A test, a suite of tests or a file, as vitest's runner has them. */
interface Task {
  readonly name: string
  /** which it stands in; the topmost stand in none */
  readonly suite?: Task | undefined
  /** of a suite: what stands in it */
  readonly tasks?: readonly Task[]
}

/** A test as vitest's runner has it: what is used of that. */
export interface TestTask extends Task {
  readonly file: Task & { readonly projectName?: string | undefined }
}

/** With the digest a key is of at most 128 characters, as API keys are. */
const FILE_LENGTH = 40
const NAME_LENGTH = 70
const DIGEST_LENGTH = 8

/**
 * The API key of a test's own endpoint: from its file and its name, so that people can read it, and nothing else that is
 * added to the file changes it. Of tests that have one full name in one file, which of them it is counts, too.
 */
export async function testKey(task: TestTask): Promise<string> {
  const { file } = task
  const names = fullName(task, file)
  const identity = [file.projectName ?? '', file.name, ...names, placeAmongNamesakes(task)]
  const readable = [
    inKeyLetters(file.name).slice(-FILE_LENGTH),
    inKeyLetters(names.join(' ')).slice(0, NAME_LENGTH),
  ]
  return [...readable, await digest(JSON.stringify(identity))].join('-')
}

/** Of the suites that it is in, and its own. */
function fullName(task: Task, file: Task): string[] {
  const names: string[] = []
  for (let at: Task | undefined = task; at !== undefined && at !== file; at = at.suite) {
    names.unshift(at.name)
  }
  return names
}

/** How many tests before it have the same full name. */
function placeAmongNamesakes(task: TestTask): number {
  const wanted = JSON.stringify(fullName(task, task.file))
  const namesakes = testsIn(task.file).filter(
    (test) => JSON.stringify(fullName(test, task.file)) === wanted,
  )
  return Math.max(namesakes.indexOf(task), 0)
}

function testsIn(task: Task): readonly Task[] {
  return task.tasks?.flatMap(testsIn) ?? [task]
}

/** What cannot be in a key is a hyphen there. */
function inKeyLetters(name: string): string {
  return name.replaceAll(/[^\w.]+/g, '-').replaceAll(/^-|-$/g, '')
}

/** Names that look the same in a key, or are cut there, are told apart by it. */
async function digest(text: string): Promise<string> {
  // Of Node nothing is imported: each worker would wait for it.
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Buffer.from(bytes).toString('hex').slice(0, DIGEST_LENGTH)
}

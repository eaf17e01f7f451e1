import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '../primitives/errors.ts'
import { picturesFolder, type TestEndpoint } from './testEndpoint.ts'

/** An error as a test runner has it: in vitest a plain object. */
interface FailureMessage {
  message?: unknown
  stack?: unknown
}

/**
 * Where the set-up asks for pictures: draws the endpoint of a test that has failed, writes the picture to a file named
 * after the key of the endpoint, and adds its path to the message of the failure. It never replaces the failure: if it
 * cannot draw, the message says why.
 */
export async function addPicture(endpoint: TestEndpoint, failure: unknown): Promise<void> {
  const folder = picturesFolder()
  if (folder === undefined) return
  const file = join(folder, `${endpoint.key}.svg`)
  const note = await drawTo(folder, file, endpoint).then(
    () => `The blocks of its endpoint: ${file}`,
    (error: unknown) => `No picture of its endpoint could be written: ${messageOf(error)}`,
  )
  addNote(failure, note)
}

async function drawTo(folder: string, file: string, endpoint: TestEndpoint): Promise<void> {
  const svg = await endpoint.draw({ title: `Endpoint ${endpoint.key} when its test failed` })
  await mkdir(folder, { recursive: true })
  await writeFile(file, svg)
}

/** Some runners print the message, others the stack, which begins with it. */
function addNote(failure: unknown, note: string): void {
  if (typeof failure !== 'object' || failure === null) return
  const error = failure as FailureMessage
  const before = typeof error.message === 'string' ? error.message : ''
  const { stack } = error
  error.message = `${before}\n${note}`
  if (typeof stack === 'string' && before !== '' && stack.includes(before)) {
    // Not a pattern of `replace`, which would read `$` in the message.
    const end = stack.indexOf(before) + before.length
    error.stack = `${stack.slice(0, end)}\n${note}${stack.slice(end)}`
  }
}

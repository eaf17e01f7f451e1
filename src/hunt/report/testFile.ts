import type { ClientCommands } from '../client/commandClient.ts'
import { type ExpectationName, expectationNames } from '../rows/expectations.ts'

/** How the client of a hunt was run and judged, as the command line has it. */
export interface HuntedCommands extends ClientCommands {
  readonly expect?: string | undefined
  /** in seconds */
  readonly patience: number
  readonly confirmations: number
}

/** A test for `node --test` that fails as long as the client is wrong in a scenario. */
export function testFile(scenario: string, given: HuntedCommands): string {
  const { run, rows, before, after, expect, patience, confirmations } = given
  const commands = JSON.stringify({ run, rows, before, after }, undefined, 2)
  const { name, value } = expectedOf(expect)
  const imported = ['commandClient', 'describeDifference', 'replay', ...name].toSorted()
  const expected = value === undefined ? '' : `\n  expected: ${value},`
  return `// The commands run in the folder in which the test is started.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ${imported.join(', ')} } from 'ommer/hunt'

const client = {
  ...commandClient(${commands.replaceAll('\n', '\n  ')}),
  patience: ${patience * 1000},
  confirmations: ${confirmations},${expected}
}

test('${scenario}', async () => {
  const { difference } = await replay(new URL('${scenario}', import.meta.url), client)
  assert.equal(difference && describeDifference(difference), undefined)
})
`
}

/** What the rows are, as code, and the functions that it needs. */
function expectedOf(expect: string | undefined): { name: string[]; value: string | undefined } {
  if (expect === undefined) return { name: [], value: undefined }
  const given = JSON.stringify(expect)
  if (expectationNames.includes(expect as ExpectationName)) return { name: [], value: given }
  return expect.endsWith('.sql')
    ? { name: ['sqlExpectation'], value: `await sqlExpectation(${given})` }
    : { name: ['commandExpectation'], value: `commandExpectation(${given})` }
}

/** The options of `ommer hunt` that judge a client in the same way. */
export function huntOptionsText(
  given: HuntedCommands,
  platform: NodeJS.Platform = process.platform,
): string {
  const { run, rows, before, after, expect, patience, confirmations } = given
  const commands = Object.entries({ run, rows, before, after, expect })
    .filter(([, command]) => command !== undefined)
    .map(([name, command]) => `--${name} ${quoted(String(command), platform)}`)
  const others = [
    ...(patience === 15 ? [] : [`--patience ${patience}`]),
    ...(confirmations === 0 ? [] : [`--confirmations ${confirmations}`]),
  ]
  return [...commands, ...others].join(' ')
}

/** As the shell of the system reads it: `cmd.exe` knows only double quotes. */
function quoted(command: string, platform: NodeJS.Platform): string {
  return platform === 'win32'
    ? `"${command.replaceAll('"', String.raw`\"`)}"`
    : `'${command.replaceAll("'", String.raw`'\''`)}'`
}

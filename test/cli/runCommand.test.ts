import { Command } from 'commander'
import { afterEach, expect, it, vi } from 'vitest'
import { fieldOption } from '../../src/cli/fieldOption.ts'
import { runCommand } from '../../src/cli/runCommand.ts'
import { described, list, nonEmptyString, object, wholeNumber } from '../../src/primitives/input.ts'
import { InputError } from '../../src/primitives/inputError.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

/** Runs a command that may throw. @returns the error message */
async function problemOf(args: string[], thrown?: InputError): Promise<string | undefined> {
  const command = new Command('test')
    .exitOverride()
    .addOption(fieldOption('--port <port>', 'port', described(wholeNumber(0, 9), 'Port.')))
    .addOption(fieldOption('--control', 'control', described(nonEmptyString, 'Control.')))
    .addOption(fieldOption('--token <token>', 'control.token', described(nonEmptyString, 'Token.')))
    .addOption(fieldOption('--limit <limit>', 'limits', object({})).argParser(() => ({})))
    .addOption(fieldOption('--key <key>', 'keys', list(nonEmptyString)).argParser((key) => [key]))
  runCommand(command, async () => {
    if (thrown !== undefined) throw thrown
  })
  return command.parseAsync(args, { from: 'user' }).then(
    () => undefined,
    (error: Error) => error.message,
  )
}

it('checks options before the command runs', async () => {
  expect(await problemOf(['--port', '3'])).toBeUndefined()
  const never = new InputError('X', 'port', 'never thrown')
  expect(await problemOf(['--port', '10'], never)).toBe(
    '--port: 10 is not a whole number from 0 to 9',
  )
})

it('names the variable that sets a wrong value', async () => {
  vi.stubEnv('OMMER_PORT', 'x')
  expect(await problemOf([])).toBe("OMMER_PORT: 'x' is not a whole number from 0 to 9")
})

it.each([
  ['port', '--port: wrong'],
  ['limits.batchSize', '--limit batchSize: wrong'],
  ['keys[1]', '--key: wrong'],
  ['keys[1].dialect', '--key: wrong'],
  ['control', '--control: wrong'],
  ['control.token', '--token: wrong'],
  ['portal', 'portal: wrong'],
])('names the option that sets %s', async (path, message) => {
  expect(await problemOf([], new InputError('X', path, 'wrong'))).toBe(message)
})

import { expect, it } from 'vitest'
import { optionsElsewhere, tools, withHint } from '../../src/cli/otherTools.ts'
import { createProgram } from '../../src/cli/program.ts'
import { controlMethods } from '../../src/rpc/control/controlRegistry.ts'
import { methodNames } from '../../src/rpc/methods/methodRegistry.ts'
import { runCliInProcess } from '../support/runCliInProcess.ts'

const commands = createProgram().commands
const ours = commands.find((command) => command.name() === 'serve')?.options ?? []
const hints = optionsElsewhere.map(({ here }) => here)

it('names only options and methods that exist', () => {
  const options = hints.join(' ').match(/--[a-z0-9-]+/g) ?? []
  expect(options.length).toBeGreaterThan(30)
  expect(options.filter((name) => !ours.some(({ long }) => long === name))).toEqual([])
  const methods = hints.join(' ').match(/\b[a-z]+_\w+/g) ?? []
  expect(methods.length).toBeGreaterThan(10)
  const known = [...methodNames, ...controlMethods.keys()]
  expect(methods.filter((name) => !known.includes(name))).toEqual([])
})

it('names commands that exist', () => {
  const named = hints.flatMap((hint) =>
    [...hint.matchAll(/\bommer (\w+)/g)].map(([, name]) => name),
  )
  expect(named).toContain('record')
  expect(named.filter((name) => !commands.some((each) => each.name() === name))).toEqual([])
})

it('has each option of a tool once', () => {
  for (const tool of tools) {
    const names = optionsElsewhere.flatMap((row) => row[tool] ?? [])
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  }
})

it.each([
  ['--hardfork', 'use --forks or --preset'],
  ['--rpc-url=http://localhost', 'use --fork-url'],
  ['--preserve-historical-states', 'dumps have the state of the last block'],
  ['-b', 'use --block-time'],
])('says what to write instead of %s', async (option, hint) => {
  const { code, stderr } = await runCliInProcess([option, 'x'])
  expect(code).toBe(1)
  expect(stderr).toMatch(/^error: unknown option '[^\n]+\n$/)
  expect(stderr).toContain(`'${option}'; ${hint}`)
  expect(stderr).not.toContain('Did you mean')
})

it.each([
  [
    ['export', '--out', 'x', '--fork-url', 'x'],
    "'--fork-url'; it is an option of another command: ommer serve --fork-url",
  ],
  [
    ['record', '--rpc', 'x', '--out', 'y', '--block-time', '1'],
    "'--block-time'; it is an option of another command: ommer serve --block-time",
  ],
  [['journal', 'export', 'x', '-b', '1'], "'-b'; use --block-time (of ommer serve)"],
])('says which command has the option: %j', async (args, hint) => {
  expect((await runCliInProcess(args)).stderr).toBe(`error: unknown option ${hint}\n`)
})

it('leaves other errors as they are', () => {
  const error = "error: unknown option '--blokcs' (Did you mean --blocks?)"
  expect(withHint(error)).toBe(error)
  expect(withHint("error: unknown command 'anvil'; see ommer --help")).not.toContain('use')
})

import { Command } from 'commander'
import { expect, it } from 'vitest'
import { anvilOptions } from '../../../src/cli/anvil/anvilOptions.ts'

it('keeps all headers of --fork-header', () => {
  const command = new Command()
  for (const option of anvilOptions.flatMap(({ options }) => options)) command.addOption(option)
  command.parse(['--fork-header', 'a: 1', '--fork-header', 'b: 2'], { from: 'user' })
  const row = anvilOptions.find(({ options }) => options[0]?.long === '--fork-header')
  expect(row?.as(command.opts().forkHeader as never)).toEqual({ forkHeader: ['a: 1', 'b: 2'] })
})

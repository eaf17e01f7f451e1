import type { Command } from 'commander'
import { cacheOption } from './cacheOption.ts'
import { option } from './option.ts'
import { runCommand } from './runCommand.ts'
import type { VerifyArguments } from './runVerify.ts'
import { addSpecOptions } from './specOptions.ts'

/** Adds `ommer verify`: exit code 0 if the chain is valid, 1 with the finding if it is not. */
export function addVerifyCommand(program: Command): void {
  const command = program
    .command('verify')
    .description('generate a chain and check its bytes with independent code')
  addSpecOptions(command)
    .optionsGroup('Options:')
    .addOption(cacheOption())
    .addOption(option('--json', 'Print the result as one line of JSON.'))
  runCommand(command, async (given: VerifyArguments) => {
    const { runVerify } = await import('./runVerify.ts')
    await runVerify(given)
  })
}

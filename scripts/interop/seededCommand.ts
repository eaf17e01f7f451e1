import { randomInt } from 'node:crypto'
import { Command } from 'commander'

/**
 * The options of a script that draws what it does: `--seed`, by default a random one, repeats a run.
 *
 * @param drawn what is drawn, for the help
 */
export function seededCommand(name: string, description: string, drawn: string): Command {
  return new Command(name)
    .description(description)
    .option('--seed <number>', `of ${drawn}`, Number, randomInt(2 ** 31))
}

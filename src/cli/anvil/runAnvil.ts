import { writeFile } from 'node:fs/promises'
import { OmmerError } from '../../primitives/errors.ts'
import { alone, runServe, type ServeArguments, warnOfFork } from '../runServe.ts'
import { anvilBanner, anvilConfig } from './anvilBanner.ts'
import type { AnvilArguments } from './anvilOptions.ts'

/** Serves a development node, and prints what Anvil prints at start. */
export async function runAnvil(given: ServeArguments & AnvilArguments): Promise<void> {
  const { autoImpersonate, quiet, isColorless, configOut, words, notes = [] } = given
  if (isColorless) process.env.NO_COLOR = '1'
  const mnemonic = words === undefined ? given.mnemonic : await newMnemonic(words)
  const serving = { ...given, mnemonic }
  await runServe(serving, {
    ...alone(serving),
    async announce(chain, server) {
      if (autoImpersonate) await server.autoImpersonateAccount(true)
      if (configOut !== undefined) await writeConfig(configOut, await anvilConfig(chain, server))
      if (!quiet) warnOfFork(chain, given)
      for (const note of quiet ? [] : notes) process.stderr.write(`note: ${note}\n`)
      if (!quiet) process.stdout.write(await anvilBanner(chain, server))
    },
  })
}

async function writeConfig(path: string, json: string): Promise<void> {
  await writeFile(path, json).catch((cause: Error) => {
    throw new OmmerError('CANNOT_WRITE', `--config-out: ${cause.message}`, { cause })
  })
}

async function newMnemonic(words: number): Promise<string> {
  const { randomMnemonic } = await import('../../primitives/mnemonic.ts')
  return randomMnemonic(words)
}

import { expect, vi } from 'vitest'
import { createProgram } from '../../src/cli/program.ts'
import { reportFailure } from '../../src/cli/reportFailure.ts'
import type { Exit } from './runCli.ts'

/**
 * Runs a command line in this process, by the functions that `cli.ts` calls; a new process takes half a second to
 * start. For the many command lines with errors: `runCli` checks a few in a real process. It replaces the output and
 * the environment of this process, so only one can run at a time.
 */
export async function runCliInProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Exit> {
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('OMMER_')) vi.stubEnv(name, undefined)
  }
  for (const [name, value] of Object.entries({ OMMER_NO_CACHE: '1', ...env })) {
    vi.stubEnv(name, value)
  }
  const written = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text, ...rest) => {
      written[name] += text
      for (const done of rest) if (typeof done === 'function') done()
      return true
    }),
  )
  try {
    await createProgram().parseAsync(args, { from: 'user' }).catch(reportFailure)
    return { code: Number(process.exitCode ?? 0), signal: null, ...written }
  } finally {
    for (const spy of spies) spy.mockRestore()
    vi.unstubAllEnvs()
    process.exitCode = undefined
  }
}

/** The line in which a command line in this process refuses its arguments, before it has written anything else. */
export async function refusalOf(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  // Another server may have the default port.
  const { code, stdout, stderr } = await runCliInProcess(args, { OMMER_PORT: '0', ...env })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^error: [^\n]+\n$/)
  return stderr
}

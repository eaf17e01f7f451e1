import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Runs the tests of a project in a process of its own. @returns its JSON report and its exit code */
export async function runVitest(root: string, env: Readonly<Record<string, string | undefined>>) {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--root', root, '--reporter', 'json']
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  const closed = once(child, 'close')
  const stdout = (await child.stdout.toArray()).join('')
  const [status] = await closed
  return { report: JSON.parse(stdout.slice(stdout.indexOf('{'))), status }
}

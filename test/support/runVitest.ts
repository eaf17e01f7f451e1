import { spawnSync } from 'node:child_process'

/** Runs the tests of a project in a process of its own. @returns its JSON report and its exit code */
export function runVitest(root: string, env: Readonly<Record<string, string | undefined>>) {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--root', root, '--reporter', 'json']
  const { stdout, status } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return { report: JSON.parse(stdout.slice(stdout.indexOf('{'))), status }
}

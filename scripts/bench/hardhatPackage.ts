import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Hardhat has a package.json of its own because it takes 150 MB: only those who ask for it install it. */
export const hardhatFolder = fileURLToPath(new URL('hardhat/', import.meta.url))

const nativeName = `@nomicfoundation/edr-${process.platform}-${process.arch}${
  { linux: '-gnu', win32: '-msvc' }[process.platform as string] ?? ''
}`

/** The native part of EDR. npm leaves it out under Node 20, although it runs there, unless it is asked for by name. */
export const nativePart = `${nativeName}@0.22.0`

export function isHardhatInstalled(): boolean {
  return ['hardhat', nativeName].every((name) =>
    existsSync(`${hardhatFolder}node_modules/${name}/package.json`),
  )
}

export function installHardhat(): void {
  // Without a lock file, which would have EDR of one platform only. On Windows npm is a script, which needs a shell.
  execFileSync(`npm install --no-save --no-package-lock --no-audit --no-fund ${nativePart}`, {
    cwd: hardhatFolder,
    shell: true,
    stdio: ['ignore', process.stderr, 'inherit'],
  })
}

import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { readSnippets } from '../../../test/support/snippets.ts'
import { cliPath } from '../../build/built.ts'
import type { ForeignClient } from './foreignClients.ts'

/** In milliseconds: the server generates a chain of the default length. */
const RUN_MAX = 300_000

/** Writes the snippet of docs/clients.md into the client's project. */
export function writeSnippet({ snippet }: ForeignClient, folder: string): void {
  if (snippet === undefined) return
  const { language, file } = snippet
  const found = readSnippets().filter(
    (each) => each.page === 'docs/clients.md' && each.language === language,
  )
  if (found.length !== 1) {
    throw new Error(
      `docs/clients.md has ${found.length} snippets in ${language}; it should have one`,
    )
  }
  const path = join(folder, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, found[0]?.code ?? '')
}

/**
 * Runs the snippet unchanged, in a folder in which the package looks installed.
 *
 * @returns its output
 * @throws if it fails, or leaves its server running
 */
export async function runSnippet(
  [program, ...args]: readonly string[],
  folder: string,
): Promise<string> {
  installOmmer(folder)
  const { stdout } = await promisify(execFile)(program as string, args, {
    cwd: folder,
    timeout: RUN_MAX,
  })
  const [url] = /^http:\S+/.exec(stdout) ?? []
  if (url === undefined) throw new Error(`the snippet printed no address: ${stdout}`)
  const isRunning = await fetch(url).then(
    () => true,
    () => false,
  )
  if (isRunning) throw new Error(`the snippet left its server running: ${url}`)
  return stdout.trim()
}

/** Writes what a package manager would: a link, or a script like this one. */
function installOmmer(folder: string): void {
  const path = join(folder, 'node_modules', '.bin', 'ommer')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `#!/bin/sh\nexec "${process.execPath}" "${cliPath}" "$@"\n`)
  chmodSync(path, 0o755)
}

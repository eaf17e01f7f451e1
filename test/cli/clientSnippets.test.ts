import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { foreignClients } from '../../scripts/interop/clients/foreignClients.ts'
import { callMethod } from '../support/callMethod.ts'
import { readSnippets } from '../support/snippets.ts'

// `npm run interop:clients` runs the complete snippets, with toolchains that may not be installed here.

const onPage = readSnippets().filter(({ page }) => page === 'docs/clients.md')
const languages = [...new Set(foreignClients.flatMap(({ snippet }) => snippet?.language ?? []))]

it('exist for each client library', () => {
  expect(onPage.map(({ language }) => language).sort()).toEqual(languages.sort())
})

/** The strings of a snippet that are options, starting at the program's name. */
function optionsIn(code: string): string[] {
  const strings = [...code.matchAll(/"([^"\n]*)"/g)].map(([, text]) => text as string)
  const program = strings.indexOf('node_modules/.bin/ommer')
  return strings.slice(program + 1, strings.indexOf('--exit-on-stdin-close') + 1)
}

it.each(onPage)('show the program and its options in $language', ({ code }) => {
  expect(code).toContain('"node_modules/.bin/ommer"')
  expect(optionsIn(code)).toContain('--exit-on-stdin-close')
})

// Most languages use the same options, and starting a process takes a while.
it.each([...new Set(onPage.map(({ code }) => optionsIn(code).join(' ')))])(
  'start the server with the options shown: %s',
  async (options) => {
    const args = ['dist/cli.js', ...options.split(' '), '--blocks', '3']
    const child = execFile(process.execPath, args, { timeout: 60_000 })
    const ended = once(child, 'exit')
    const [line] = await once(createInterface(child.stdout as NodeJS.ReadableStream), 'line')
    const { http, geth } = JSON.parse(line)
    for (const url of [http, geth.http])
      expect(await callMethod(url, 'eth_blockNumber')).toBe('0x3')
    child.stdin?.end()
    expect(await ended).toEqual([0, null])
  },
)

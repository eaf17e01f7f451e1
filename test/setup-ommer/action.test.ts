import { execSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { splitOptions } from '../../setup-ommer/options.mjs'
import { stopProcess } from '../../setup-ommer/server.mjs'
import { temporaryFolder } from '../support/temporaryFolder.ts'
import { post } from '../support/transports.ts'
import { action, Runner, type StepResult } from './runner.ts'

const folder = temporaryFolder()
let jobs = 0
const startJob = () => new Runner(join(folder, `job ${jobs++}`))

/** A project that has a package of this name. */
function projectWith(program: string): string {
  const project = join(folder, `project${jobs++}`)
  const modules = join(project, 'node_modules', 'ommer')
  mkdirSync(modules, { recursive: true })
  writeFileSync(
    join(modules, 'package.json'),
    JSON.stringify({ version: '0.0.0', bin: { ommer: 'cli.js' } }),
  )
  writeFileSync(join(modules, 'cli.js'), program)
  return project
}

/** Packs a package of this version, whose program gives its own path as its address. */
function pack(version: string): string {
  const source = join(folder, `source${jobs++}`)
  mkdirSync(source)
  const manifest = { name: 'ommer', version, bin: { ommer: 'cli.js' } }
  writeFileSync(join(source, 'package.json'), JSON.stringify(manifest))
  const ready = "{ http: __filename, ws: 'w', head: { number: 0 } }"
  const program = `console.log(JSON.stringify(${ready})); setInterval(() => {}, 1000)`
  writeFileSync(join(source, 'cli.js'), program)
  execSync('npm pack --silent', { cwd: source })
  return join(source, `ommer-${version}.tgz`)
}

/** The only line that the summary of the run shows. */
function failureOf({ code, stdout }: StepResult): string | undefined {
  expect(code).toBe(1)
  return /^::error title=setup-ommer::(.*)$/m.exec(stdout)?.[1]
}

const isOpen = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

describe('setup-ommer', () => {
  // The project is this repository, whose build is `ommer`.
  it('starts the server of the project, exports its addresses, and stops it', async () => {
    const job = startJob()
    const { code, stdout, outputs, env } = await job.main({
      options: '--port 0 --blocks 3\n--seed "my suite" --control',
    })
    expect([code, stdout]).toEqual([0, `ommer is ready at ${outputs.http}, at block 3\n`])
    expect(Object.keys(outputs)).toEqual(Object.keys(action.outputs))
    expect(JSON.parse(outputs.json as string)).toMatchObject({
      event: 'ready',
      seed: 'my suite',
      http: outputs.http,
      ws: outputs.ws,
      geth: { http: outputs['geth-http'], ws: outputs['geth-ws'] },
      explorer: outputs.explorer,
      control: outputs.control,
    })
    expect(env).toEqual({ ETH_RPC_URL: outputs['geth-http'], ETH_WS_URL: outputs['geth-ws'] })
    const request = { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }
    const response = await post(env.ETH_RPC_URL as string, JSON.stringify(request))
    expect(await response.json()).toMatchObject({ result: '0x3' })

    expect((await job.post()).code).toBe(0)
    expect(await isOpen(outputs.http as string)).toBe(false)
  })

  it('shows the log of the server at the end, in which no line is a command', async () => {
    const program = `console.log(JSON.stringify({ http: 'h', ws: 'w', head: { number: 0 } }))
      console.error('::error::a line')
      setInterval(() => {}, 1000)`
    const job = startJob()
    await job.main({ 'working-directory': projectWith(program) })
    const { stdout } = await job.post()
    const [, token] = /::stop-commands::(.+)\n::error::a line\n/.exec(stdout) ?? []
    expect(stdout).toBe(
      `::group::Log of the server\n::stop-commands::${token}\n::error::a line\n::${token}::\n::endgroup::\n`,
    )
  })

  it('fails in one line if the port is in use', async () => {
    const busy = createServer().listen(0, '127.0.0.1')
    const { port } = await new Promise<AddressInfo>((resolve) => {
      busy.once('listening', () => resolve(busy.address() as AddressInfo))
    })
    const job = startJob()
    const result = await job.main({ options: `--port ${port}` })
    busy.close()
    expect(failureOf(result)).toMatch(
      new RegExp(`^the server exited with code 1: .*${port}.* in use`),
    )
    expect(result.stdout).toContain('::group::Output of the server\n')
    expect((await job.post()).stdout).toContain('The server had ended before.')
  })

  it.each([
    [
      'an option that ommer does not have',
      { options: '--bloks 3' },
      /exited with code 1: .*--bloks/,
    ],
    ['a quotation mark that is not closed', { options: '--seed "a' }, /^options: a quotation mark/],
    ['a timeout that is no number', { timeout: 'soon' }, /^timeout: 'soon' is not a number of sec/],
    ['a version that means something to a shell', { version: '1; ls' }, /^version: '1; ls' is not/],
    ['a version that npm cannot install', { version: 'file:./no.tgz' }, /^npm could not install/],
  ])('fails in one line for %s', async (_case, inputs, message) => {
    const job = startJob()
    expect(failureOf(await job.main(inputs))).toMatch(message)
    expect((await job.post()).code).toBe(0)
  })

  it.each([
    ['exits early', 'process.exit(7)', 'the server exited with code 7'],
    [
      'prints before it exits',
      `console.error('error: out of luck'); process.exitCode = 1`,
      'the server exited with code 1: out of luck',
    ],
  ])('fails in one line if the server %s', async (_case, program, message) => {
    const inputs = { 'working-directory': projectWith(program) }
    expect(failureOf(await startJob().main(inputs))).toBe(message)
  })

  it('fails in one line, and stops the server, if it is not ready in time', async () => {
    const program = 'setInterval(() => {}, 1000)'
    const job = startJob()
    const result = await job.main({ 'working-directory': projectWith(program), timeout: '0.5' })
    expect(failureOf(result)).toBe('the server was not ready after 0.5 seconds')
    expect((await job.post()).stdout).toBe('The server had ended before.\n')
  })

  it('fails and stops the server if its line is not of a version that the action knows', async () => {
    const program = 'console.log("ready"); setInterval(() => {}, 1000)'
    const job = startJob()
    const result = await job.main({ 'working-directory': projectWith(program) })
    expect(failureOf(result)).toBe("the server's first line is no JSON with its addresses: ready")
    expect((await job.post()).stdout).toBe('The server had ended before.\n')
  })

  it('leaves the files of a server that runs when it installs another version', async () => {
    const job = startJob()
    const programs: string[] = []
    for (const version of ['1.0.0', '2.0.0']) {
      const tarball = pack(version)
      const { code, stdout, outputs } = await job.main({ version: `file:${tarball}` })
      expect([code, stdout]).toEqual([0, `ommer is ready at ${outputs.http}, at block 0\n`])
      programs.push(outputs.http as string)
      await job.post()
    }
    expect(programs.map((path) => existsSync(path))).toEqual([true, true])
    expect(new Set(programs).size).toBe(2)
  })

  it('kills a server that does not react to signals', async () => {
    const program = "process.on('SIGTERM', () => {}); console.log(); setInterval(() => {}, 1000)"
    const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] })
    await once(child.stdout, 'data')
    const exit = once(child, 'exit')
    expect(await stopProcess(child.pid, 100)).toBe(true)
    expect(await exit).toEqual([null, 'SIGKILL'])
    expect(await stopProcess(child.pid)).toBe(false)
  })

  it('finds the program that a workspace has installed above the project', async () => {
    const root = projectWith(`process.exit(3)`)
    const project = join(root, 'packages', 'app')
    mkdirSync(project, { recursive: true })
    symlinkSync(root, join(folder, 'link'), 'junction')
    const inputs = { 'working-directory': join(folder, 'link', 'packages', 'app') }
    expect(failureOf(await startJob().main(inputs))).toBe('the server exited with code 3')
  })
})

describe('options', () => {
  it.each([
    ['', []],
    [' --dev\n  --port  0 ', ['--dev', '--port', '0']],
    [`--seed "a b" --spec 'c d.yaml'`, ['--seed', 'a b', '--spec', 'c d.yaml']],
    [`--seed="a 'b'"`, ["--seed=a 'b'"]],
    ['--load C:\\chains\\new', ['--load', 'C:\\chains\\new']],
  ])('are split as shells do: %j', (text, words) => {
    expect(splitOptions(text)).toEqual(words)
  })
})

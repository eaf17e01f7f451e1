import { Command } from 'commander'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { verifiableChain } from '../../src/chain/verify/verifiableChain.ts'
import { verify } from '../../src/chain/verify/verify.ts'
import { addVerifyCommand } from '../../src/cli/verifyCommand.ts'
import { verifyReport } from '../../src/cli/verifyReport.ts'

const args = ['verify', '--seed', 'command line', '--blocks', '24', '--preset', 'pow']

/** Runs the command in this process. @returns what it wrote to stdout */
async function run(...argv: string[]): Promise<string> {
  const written = vi.spyOn(process.stdout, 'write').mockImplementation((_, written) => {
    ;(written as unknown as () => void)()
    return true
  })
  const program = new Command('ommer').exitOverride().configureOutput({ writeErr: () => {} })
  addVerifyCommand(program)
  await program.parseAsync(argv, { from: 'user' })
  return written.mock.calls.map(([text]) => text).join('')
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

describe('ommer verify', () => {
  it('reports in one line what it checked', async () => {
    const chain = await createChain({ seed: 'command line', blocks: 24, preset: 'pow' })
    const { hash } = chain.tree.head
    expect(await run(...args)).toMatch(
      new RegExp(`^24 blocks, \\d+ transactions, \\d+ uncles verified: ${hash}\\n$`),
    )
    expect(process.exitCode).toBeUndefined()
  })

  it('reports in JSON', async () => {
    const printed = await run(...args, '--json')
    expect(printed).toMatch(/^[^\n]+\n$/)
    expect(JSON.parse(printed)).toMatchObject({ ok: true, blocks: 24 })
  })

  it('reads the environment', async () => {
    vi.stubEnv('OMMER_BLOCKS', '3')
    expect(await run('verify')).toMatch(/^3 blocks, /)
  })

  it('refuses an invalid count', async () => {
    await expect(run('verify', '--blocks', '-1')).rejects.toThrow(/--blocks/)
    await expect(run('verify', '--blocks', 'many')).rejects.toThrow(
      /^--blocks: 'many' is not a whole number from 0 to 1000000$/,
    )
  })
})

describe('verifyReport', () => {
  it('writes the problem to stderr, and JSON to stdout', async () => {
    const { rules, blocks } = verifiableChain(await createChain({ blocks: 2 }))
    const result = await verify({ rules, blocks: [...blocks].slice(1) })
    expect(verifyReport(result, false)).toEqual({
      stream: 'stderr',
      line: expect.stringMatching(/^block 0 \(0x\w+\): number is 1, should be 0: .+\n$/),
    })
    const { stream, line } = verifyReport(result, true)
    expect(stream).toBe('stdout')
    expect(JSON.parse(line)).toMatchObject({ ok: false, finding: { field: 'number' } })
  })

  it('uses the singular for one', () => {
    const figures = { blocks: 1, sideBlocks: 0, transactions: 1, uncles: 1, head: '0x07' } as const
    const { line } = verifyReport({ ok: true, ...figures }, false)
    expect(line).toBe('1 block, 1 transaction, 1 uncle verified: 0x07\n')
  })
})

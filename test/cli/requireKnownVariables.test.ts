import { describe, expect, it, test } from 'vitest'
import { refusalOf, runCliInProcess } from '../support/runCliInProcess.ts'

const spec = ['spec', '--blocks', '1']

describe('a variable that no option has', () => {
  test.each([
    ['OMMER_SEDE', 'no option has this variable; did you mean OMMER_SEED?'],
    ['OMMER_seed', 'no option has this variable; did you mean OMMER_SEED?'],
    ['OMMER_BLOCKTIME', 'no option has this variable; did you mean OMMER_BLOCK_TIME?'],
    ['OMMER_VERSION', 'no option has this variable; unset it, or see ommer --help'],
    ['OMMER_COFFEE', 'no option has this variable; unset it, or see ommer --help'],
    ['OMMER_', 'no option has this variable; unset it, or see ommer --help'],
  ])('%s is refused', async (name, problem) => {
    expect(await refusalOf(spec, { [name]: '1' })).toBe(`error: ${name}: ${problem}\n`)
  })

  test('is refused before a missing option is, which may be what it means', async () => {
    expect(await refusalOf(['export'], { OMMER_OTU: 'x' })).toBe(
      'error: OMMER_OTU: no option has this variable; did you mean OMMER_OUT?\n',
    )
  })

  test('is refused with all others, in one line', async () => {
    expect(await refusalOf(spec, { OMMER_SEDE: '1', OMMER_BLOKS: '1' })).toBe(
      'error: OMMER_BLOKS: no option has this variable; did you mean OMMER_BLOCKS?; OMMER_SEDE: no option has this variable; did you mean OMMER_SEED?\n',
    )
  })

  test.each([
    'OMMER_SERVICE_HOST',
    'OMMER_SERVICE_PORT',
    'OMMER_SERVICE_PORT_HTTP',
    'OMMER_PORT_8545_TCP',
    'OMMER_PORT_8545_TCP_ADDR',
    'OMMER_REDIS_SERVICE_HOST',
  ])('of a Service is explained: %s', async (name) => {
    expect(await refusalOf(spec, { [name]: '10.0.0.1' })).toContain('enableServiceLinks: false')
  })

  it.each([
    ['empty', spec, { OMMER_SEDE: '' }],
    ['for help', ['spec', '--help'], { OMMER_SEDE: '1' }],
    ['for help about all', ['--help'], { OMMER_SEDE: '1' }],
    ['for ommer anvil, which reads none', ['anvil', '-h'], { OMMER_SEDE: '1' }],
    ['of another program', spec, { OMMERS: '1', ommer_sede: '1' }],
  ])('is not refused %s', async (_when, args, env) => {
    expect(await runCliInProcess(args, env)).toMatchObject({ code: 0, stderr: '' })
  })
})

test('variables of other commands are known to each', async () => {
  const env = { OMMER_OUT: 'x', OMMER_RUN: 'y', OMMER_ENDPOINT: 'z', OMMER_NO_VERIFY: '1' }
  expect(await runCliInProcess(spec, env)).toMatchObject({ code: 0, stderr: '' })
})

test('a program that ommer or a test has started may start ommer', async () => {
  const env = {
    OMMER_DEBUG: '1',
    OMMER_WORKER_PROCESS: '1',
    OMMER_HUNT_URL: 'http://127.0.0.1:1',
    OMMER_TEST_SERVER: '{}',
    OMMER_TEST_FULL: '1',
  }
  expect(await runCliInProcess(spec, env)).toMatchObject({ code: 0, stderr: '' })
})

import { expect, it } from 'vitest'
import { TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import { devBanner } from '../../src/cli/devBanner.ts'
import { createChain } from '../../src/index.ts'
import { serve } from '../../src/server/serve.ts'

async function start(mnemonic?: string) {
  const chain = await createChain({
    preset: 'latest',
    blocks: 0,
    accounts: mnemonic === undefined ? 2 : 0,
    mnemonic,
  })
  return { chain, server: await serve(chain, { port: 0, dev: true }) }
}

const automine = { automine: true }

it('shows the accounts by their index, the mnemonic and the addresses', async () => {
  const { chain, server } = await start(TEST_MNEMONIC)
  const text = devBanner(chain, server, { dev: automine })
  expect(text).toContain(
    'Accounts, 10000 ether each (index, address, private key; for tests only):\n' +
      '  (0)  0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266  0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80\n',
  )
  expect(text.match(/^ {2}\(9\) {2}0xa0ee7a/m)).not.toBeNull()
  expect(text.split('\n').slice(14)).toEqual([
    `  Mnemonic   ${TEST_MNEMONIC}`,
    '  Chain id   1337',
    '  Forks      bpo2',
    `  Head       0 ${chain.tree.head.hash}`,
    '  Mining     at once, each transaction when it is sent',
    `  RPC URL    ${server.rootUrl}`,
    `  HTTP       ${server.url}`,
    `  WebSocket  ${server.wsUrl}`,
    `  Explorer   ${server.explorerUrl}`,
    '',
    'Ctrl+C stops the server.',
    '',
  ])
  await server.close()
})

it('shows the accounts of the seed where there is no mnemonic', async () => {
  const { chain, server } = await start()
  const text = devBanner(chain, server, { dev: automine })
  const [first] = chain.accounts
  expect(text).toContain(`tests only):\n  (0)  ${first?.address}  ${first?.privateKey}\n  (1)  `)
  expect(text).not.toContain('Mnemonic')
  await server.close()
})

it.each([
  ['every 2 s (--block-time)', { automine: false, interval: 2 }],
  [
    'every 2 s (--block-time), and each transaction when it is sent (--mixed-mining)',
    { automine: true, interval: 2 },
  ],
  ['when a move mines (--no-mining): evm_mine, anvil_mine', { automine: false }],
])('says that blocks are mined %s', async (when, dev) => {
  const { chain, server } = await start()
  expect(devBanner(chain, server, { dev })).toContain(`\n  Mining     ${when}\n`)
  await server.close()
})

it('has colours where the output has', async () => {
  const { chain, server } = await start(TEST_MNEMONIC)
  const plain = devBanner(chain, server, { dev: automine })
  const colored = devBanner(chain, server, { dev: automine }, true)
  expect(plain).not.toContain('\u001b')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences of colours begin with it
  expect(colored.replaceAll(/\u001b\[\d+m/g, '')).toBe(plain)
  expect(colored.length).toBeGreaterThan(plain.length)
  await server.close()
})

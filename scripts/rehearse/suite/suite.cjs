const assert = require('node:assert/strict')
const { call, hex, Indexer } = require('./indexer.cjs')

// Thirty tests as a new user would write them, of an indexer and of the client in `indexer.cjs`. They run under several
// test runners, each of which gives `test(name, ({ ommer }) => …)` a new endpoint.

/** The chain of all tests. */
const chain = {
  seed: 'a new user',
  preset: 'pow',
  blocks: 24,
  transactionsPerBlock: [2, 6],
  traffic: { 'token-transfer': 1000 },
}

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const addressIn = (topic) => `0x${topic.slice(-40)}`
const hashesOf = (blocks) => blocks.map(({ hash }) => hash)
const logsOf = (blocks) => blocks.flatMap(({ receipts }) => receipts.flatMap(({ logs }) => logs))

/** Syncs, and checks that the indexer has exactly the chain of the endpoint. */
async function requireSynced(indexer, ommer) {
  await indexer.sync()
  const truth = await ommer.truth()
  assert.deepEqual(indexer.hashes, hashesOf(truth))
  assert.equal(indexer.logs.length, logsOf(truth).length)
}

async function synced(ommer) {
  const indexer = new Indexer(ommer.url)
  await indexer.sync()
  return indexer
}

function testIndexer(test) {
  test('stores every block', async ({ ommer }) => {
    const indexer = await synced(ommer)
    assert.equal(indexer.blocks.length, 25)
    for (const { number, hash } of indexer.blocks) {
      assert.equal(hash, ommer.chain.blockByNumber(number).hash)
    }
  })

  test('stores every transaction', async ({ ommer }) => {
    const { blocks } = await synced(ommer)
    const { transactions } = ommer.chain.head
    assert.ok(transactions.length >= 2)
    assert.deepEqual(
      blocks.at(-1).transactions.map(({ hash }) => hash),
      transactions.map(({ hash }) => hash),
    )
  })

  test('stores every receipt', async ({ ommer }) => {
    const { blocks } = await synced(ommer)
    const gasOf = (receipts) => receipts.map(({ gasUsed }) => BigInt(gasUsed))
    for (const { number, receipts } of blocks) {
      assert.deepEqual(gasOf(receipts), gasOf(ommer.chain.blockByNumber(number).receipts))
    }
  })

  test('finds uncles', async ({ ommer }) => {
    const { blocks } = await synced(ommer)
    const nephews = blocks.filter(({ uncles }) => uncles.length > 0)
    assert.ok(nephews.length > 0)
    for (const { hash, uncles } of nephews) {
      const uncle = await call(ommer.url, 'eth_getUncleByBlockHashAndIndex', hash, '0x0')
      assert.equal(uncle.hash, uncles[0])
      assert.equal(ommer.chain.blockByHash(hash).uncles[0].hash, uncles[0])
    }
  })
}

function testReorgs(test) {
  test('follows new blocks', async ({ ommer }) => {
    const indexer = await synced(ommer)
    await ommer.mine(3)
    await requireSynced(indexer, ommer)
    assert.equal(indexer.blocks.length, 28)
  })

  test('survives a reorg of one block', async ({ ommer }) => {
    const indexer = await synced(ommer)
    const before = indexer.hashes
    await ommer.reorg({ depth: 1 })
    await requireSynced(indexer, ommer)
    assert.deepEqual(indexer.hashes.slice(0, -2), before.slice(0, -1))
    assert.notEqual(indexer.hashes.at(-2), before.at(-1))
  })

  test('survives a reorg of five blocks to a shorter chain', async ({ ommer }) => {
    const indexer = await synced(ommer)
    await ommer.reorg({ depth: 5, length: 3 })
    await requireSynced(indexer, ommer)
    assert.equal(indexer.blocks.length, 23)
  })

  test('survives two reorgs at once', async ({ ommer }) => {
    const indexer = await synced(ommer)
    await ommer.reorg({ depth: 2 })
    await ommer.reorg({ depth: 4 })
    await requireSynced(indexer, ommer)
  })

  test('survives a rollback', async ({ ommer }) => {
    const indexer = await synced(ommer)
    await ommer.rollback(4)
    await requireSynced(indexer, ommer)
    assert.equal(indexer.blocks.length, 21)
  })

  test('returns to the old branch', async ({ ommer }) => {
    const indexer = await synced(ommer)
    const { hash } = await ommer.head()
    await ommer.reorg({ depth: 2 })
    await requireSynced(indexer, ommer)
    await ommer.advanceTo(hash)
    await requireSynced(indexer, ommer)
    assert.equal(indexer.hashes.at(-1), hash)
  })

  test('survives a snapshot that is restored', async ({ ommer }) => {
    const id = await ommer.snapshot()
    await ommer.mine(5)
    const indexer = await synced(ommer)
    assert.equal(await ommer.revert(id), true)
    await requireSynced(indexer, ommer)
  })
}

function testLogs(test) {
  test('eth_getLogs returns the logs of all receipts', async ({ ommer }) => {
    const filter = { fromBlock: '0x0', toBlock: 'latest' }
    const logs = await call(ommer.url, 'eth_getLogs', filter)
    const expected = logsOf(await ommer.truth())
    assert.ok(expected.length > 20)
    assert.deepEqual(
      logs.map(({ address, data, topics }) => ({ address, data, topics })),
      expected.map(({ address, data, topics }) => ({ address, data, topics })),
    )
  })

  test('a transfer is decoded', async ({ ommer }) => {
    const filter = { fromBlock: '0x0', topics: [TRANSFER] }
    const logs = await call(ommer.url, 'eth_getLogs', filter)
    const erc20 = logs.filter(({ topics }) => topics.length === 3)
    const { address, topics, data, transactionHash } = erc20.at(-1)
    const transaction = await call(ommer.url, 'eth_getTransactionByHash', transactionHash)
    assert.equal(transaction.to, address)
    assert.equal(addressIn(topics[1]), transaction.from)
    // transfer(address,uint256)
    assert.equal(transaction.input.slice(0, 10), '0xa9059cbb')
    assert.equal(`0x${transaction.input.slice(34, 74)}`, addressIn(topics[2]))
    assert.equal(BigInt(`0x${transaction.input.slice(74)}`), BigInt(data))
  })

  test('transfers add up to the balance of the token', async ({ ommer }) => {
    const logs = await call(ommer.url, 'eth_getLogs', { fromBlock: '0x0', topics: [TRANSFER] })
    const { address: token, topics: newest } = logs
      .filter(({ topics }) => topics.length === 3)
      .at(-1)
    const owner = addressIn(newest[2])
    let balance = 0n
    for (const { address, topics, data } of logs) {
      if (address !== token) continue
      if (addressIn(topics[1]) === owner) balance -= BigInt(data)
      if (addressIn(topics[2]) === owner) balance += BigInt(data)
    }
    const data = `0x70a08231${owner.slice(2).padStart(64, '0')}`
    assert.equal(BigInt(await call(ommer.url, 'eth_call', { to: token, data }, 'latest')), balance)
    assert.equal(BigInt(await ommer.chain.call({ to: token, data })), balance)
  })

  test('the logs of removed blocks are gone', async ({ ommer }) => {
    const { hash } = await ommer.head()
    await ommer.reorg({ depth: 1 })
    const logs = await call(ommer.url, 'eth_getLogs', { fromBlock: '0x18' })
    assert.equal(logs.filter(({ blockHash }) => blockHash === hash).length, 0)
    assert.equal(logs.length, logsOf((await ommer.truth()).slice(24)).length)
  })
}

function testAccounts(test) {
  test('an account is funded and has a key', async ({ ommer }) => {
    const [{ address, privateKey }] = ommer.accounts
    assert.match(privateKey, /^0x[0-9a-f]{64}$/)
    const { balance } = await ommer.chain.account(address, { at: 0 })
    assert.ok(balance > 10n ** 18n)
    assert.equal(BigInt(await call(ommer.url, 'eth_getBalance', address, '0x0')), balance)
  })

  test('a nonce is the number of transactions', async ({ ommer }) => {
    for (const { address } of ommer.accounts) {
      const { nonce } = await ommer.chain.account(address)
      assert.equal(
        Number(await call(ommer.url, 'eth_getTransactionCount', address, 'latest')),
        nonce,
      )
    }
  })

  test('a balance follows a reorg', async ({ ommer }) => {
    const [first] = await ommer.reorg({ depth: 3 })
    for (const { address } of ommer.accounts) {
      const { balance } = await ommer.chain.account(address, { at: first.hash })
      const params = [address, hex(first.number)]
      assert.equal(BigInt(await call(ommer.url, 'eth_getBalance', ...params)), balance)
    }
  })

  test('a replaced block stays readable by hash', async ({ ommer }) => {
    const { hash } = await ommer.head()
    await ommer.reorg({ depth: 1 })
    const block = await call(ommer.url, 'eth_getBlockByHash', hash, false)
    assert.equal(block.stateRoot, ommer.chain.blockByHash(hash).header.stateRoot)
  })
}

function testFaults(test) {
  const cases = [
    ['an error', { kind: 'error', code: -32000, message: 'busy' }],
    ['a server error', { kind: 'serverError', status: 503 }],
    ['a rate limit', { kind: 'rateLimit', style: 'http429', retryAfterSeconds: 0 }],
    ['a block that is not there yet', { kind: 'null' }],
    ['a connection that is reset', { kind: 'reset' }],
  ]
  for (const [name, fault] of cases) {
    test(`the indexer tries again after ${name}`, async ({ ommer }) => {
      await ommer.setFaults([{ methods: 'eth_getBlockByNumber', times: 2, fault }])
      const indexer = new Indexer(ommer.url)
      await requireSynced(indexer, ommer)
      assert.equal(indexer.retries, 2)
      assert.equal((await ommer.faultLog()).length, 2)
    })
  }

  test('receipts of another branch are noticed by their hash', async ({ ommer }) => {
    await ommer.reorg({ depth: 2 })
    const { number, hash } = await ommer.head()
    await ommer.setFaults([{ fault: { kind: 'corrupt', what: 'blockHash' } }])
    const block = await call(ommer.url, 'eth_getBlockByNumber', hex(number), false)
    assert.notEqual(block.hash, hash)
    await ommer.setFaults([])
    assert.equal((await call(ommer.url, 'eth_getBlockByNumber', hex(number), false)).hash, hash)
  })

  test('a rule that never applied is reported', async ({ ommer }) => {
    const rule = { methods: 'eth_getLogs', fault: { kind: 'null' } }
    await ommer.setFaults([rule])
    await synced(ommer)
    assert.deepEqual(await ommer.unusedFaults(), [{ index: 0, rule }])
  })
}

function testTime(test) {
  test('the next block is an hour later', async ({ ommer }) => {
    const { timestamp } = ommer.chain.head.header
    await ommer.increaseTime(3600)
    await ommer.mine()
    const latest = await call(ommer.url, 'eth_getBlockByNumber', 'latest', false)
    assert.ok(Number(latest.timestamp) >= Number(timestamp) + 3600)
  })

  test('the next block has the time that the test sets', async ({ ommer }) => {
    const time = Number(ommer.chain.head.header.timestamp) + 12_345
    await ommer.setNextBlockTimestamp(time)
    const [{ hash }] = await ommer.mine()
    assert.equal(Number(ommer.chain.blockByHash(hash).header.timestamp), time)
  })

  test('finality can stall', async ({ ommer }) => {
    await ommer.setFinality({ safe: 2, finalized: 4 })
    const finalized = () => call(ommer.url, 'eth_getBlockByNumber', 'finalized', false)
    assert.equal((await finalized()).number, hex(20))
    await ommer.setFinality('stalled')
    await ommer.mine(3)
    assert.equal((await finalized()).number, hex(20))
  })

  test('each test has an endpoint of its own', async ({ ommer }) => {
    assert.deepEqual(await ommer.head(), { number: 24, hash: ommer.chain.head.hash })
    assert.deepEqual(await ommer.faultLog(), [])
  })
}

/** @param describe, test those of a test runner */
function defineSuite(describe, test) {
  describe('an indexer', () => testIndexer(test))
  describe('an indexer and its node', () => testReorgs(test))
  describe('logs', () => testLogs(test))
  describe('accounts and blocks', () => testAccounts(test))
  describe('faults', () => testFaults(test))
  describe('time and finality', () => testTime(test))
}

module.exports = { chain, defineSuite }

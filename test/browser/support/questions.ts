/** A question of a new user, and where the site answers it. */
export interface Question {
  readonly asked: string
  /** the beginnings of the texts of the links to click, from the home page on: at most two */
  readonly clicks: readonly [string] | readonly [string, string]
  /** the page to which they lead, and its anchor */
  readonly page: string
  /** words of the answer there */
  readonly answer: string
}

/** What new users ask first. */
export const questions: readonly Question[] = [
  {
    asked: 'How do I install and start it?',
    clicks: ['Quick start'],
    page: '#quick-start',
    answer: 'You need Node.js',
  },
  {
    asked: 'How do I use it with my test runner?',
    clicks: ['Indexers', 'your test runner'],
    page: 'runners.html',
    answer: 'globalSetup',
  },
  {
    asked: 'How do I make a reorg?',
    clicks: ['Indexers', 'Reorganize it'],
    page: 'moves.html',
    answer: 'Moves the head to another branch',
  },
  {
    asked: 'How do I wait for my client without sleeping?',
    clicks: ['Indexers', 'wait'],
    page: 'waiting.html',
    answer: 'Instead of sleeping',
  },
  {
    asked: 'What should my indexer have stored?',
    clicks: ['Indexers', 'chain and truth'],
    page: 'runners.html#the-chain-in-a-test',
    answer: 'truth',
  },
  {
    asked: 'My indexer lost logs behind a provider: how do I reproduce that?',
    clicks: ['By symptom', 'My indexer loses data'],
    page: 'symptoms.html#my-indexer-loses-data',
    answer: 'eth_getLogs lacks a log, without an error',
  },
  {
    asked: 'Can it find the faults of my indexer by itself?',
    clicks: ['Indexers', 'Let ommer hunt search'],
    page: 'hunt.html',
    answer: 'starts your indexer again and again',
  },
  {
    asked: 'How do I test against blocks of mainnet?',
    clicks: ['Indexers', 'recording a node'],
    page: 'fixtures.html#recording-a-node',
    answer: 'ommer record',
  },
  {
    asked: 'How do I test what my client does when a provider limits its requests?',
    clicks: ['RPC clients', 'Make answers fail'],
    page: 'faults.html#kinds',
    answer: 'rateLimit',
  },
  {
    asked: 'Which address does my client library need?',
    clicks: ['RPC clients', 'client libraries'],
    page: 'dialects.html#client-libraries',
    answer: 'ethers',
  },
  {
    asked: 'Which methods does it serve?',
    clicks: ['RPC clients', 'methods'],
    page: 'methods.html#all-methods',
    answer: 'eth_getBlockReceipts',
  },
  {
    asked: 'How do I use it from Python, Go, Rust or Java?',
    clicks: ['RPC clients', 'from other languages'],
    page: 'clients.html',
    answer: 'Start the program itself, not npm or npx',
  },
  {
    asked: 'Can it take the place of Anvil or Hardhat?',
    clicks: ['Contract teams', 'Anvil or Hardhat'],
    page: 'coming-from.html',
    answer: 'is the same node with Anvil',
  },
  {
    asked: 'How do I change the time of blocks?',
    clicks: ['Contract teams', 'the clock'],
    page: 'dev-node.html#the-clock',
    answer: 'the time of the wall clock',
  },
  {
    asked: 'How do I send a transaction?',
    clicks: ['Wallets', 'Send'],
    page: 'dev-node.html#sending',
    answer: 'Clients send signed transactions',
  },
  {
    asked: 'Which accounts have money?',
    clicks: ['Wallets', 'accounts'],
    page: 'chain.html#accounts-of-a-mnemonic',
    answer: 'mnemonic',
  },
  {
    asked: 'How do I test that my wallet survives a dropped payment?',
    clicks: ['Wallets', 'Make it go wrong'],
    page: 'wallets.html',
    answer: 'a reorg drops the transaction',
  },
  {
    asked: 'How does each test get a chain of its own?',
    clicks: ['Wallets', 'endpoints'],
    page: 'testing.html#endpoints',
    answer: 'creates it if it does not exist',
  },
  {
    asked: 'Why does the server not start?',
    clicks: ['Troubleshooting', 'The server does not start'],
    page: 'troubleshooting.html#the-server-does-not-start',
    answer: 'stop that server',
  },
  {
    asked: 'What does this word mean?',
    clicks: ['glossary'],
    page: 'glossary.html',
    answer: 'leads from genesis to the head',
  },
]

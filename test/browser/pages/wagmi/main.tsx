import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { formatEther, type Hash, parseEther, type Transaction } from 'viem'
import {
  createConfig,
  http,
  useBalance,
  useConnect,
  useConnection,
  useSendTransaction,
  useTransaction,
  useWaitForTransactionReceipt,
  WagmiProvider,
} from 'wagmi'
import { foundry } from 'wagmi/chains'
import { injected } from 'wagmi/connectors'

// A page with wagmi's hooks, for a local node on chain 31337. The node has the keys, as Anvil's and Hardhat's have. `?rpc=`
// names another address than http://127.0.0.1:8545.

const RECIPIENT = '0x00000000000000000000000000000000000a11ce'

/** In milliseconds: how often the page asks whether something has changed. */
const INTERVAL = 50

const rpc = new URLSearchParams(location.search).get('rpc') ?? foundry.rpcUrls.default.http[0]
const transport = http(rpc)
const { request } = transport({ chain: foundry })

/** A wallet that leaves everything to the node. */
const nodeWallet = {
  id: 'node',
  name: 'Accounts of the node',
  provider: { request, on() {}, removeListener() {} },
}

const config = createConfig({
  chains: [foundry],
  connectors: [injected({ target: nodeWallet as never })],
  transports: { [foundry.id]: transport },
  pollingInterval: INTERVAL,
})

const watch = { refetchInterval: INTERVAL, retry: false } as const

function Page() {
  const { address, chainId, connector } = useConnection()
  const connect = useConnect()
  const send = useSendTransaction()
  const received = useBalance({ address: RECIPIENT, query: watch })
  return (
    <main>
      <p>
        Wallet <output data-testid="wallet">{connector?.name}</output>
      </p>
      {config.connectors.map((each) => (
        <button type="button" key={each.uid} onClick={() => connect.mutate({ connector: each })}>
          Connect
        </button>
      ))}
      <p>
        Account <output data-testid="account">{address?.toLowerCase()}</output>
      </p>
      <p>
        Chain <output data-testid="chain">{chainId}</output>
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const amount = new FormData(event.currentTarget).get('amount')
          send.mutate({ to: RECIPIENT, value: parseEther(String(amount)) })
        }}
      >
        <label>
          Ether <input name="amount" defaultValue="1" />
        </label>
        <button type="submit">Send</button>
      </form>
      {send.error && <output data-testid="status">{detailsOf(send.error)}</output>}
      {send.data && <Payment hash={send.data} />}
      <p>
        Recipient has{' '}
        <output data-testid="received">{received.data && formatEther(received.data.value)}</output>
      </p>
    </main>
  )
}

function Payment({ hash }: { readonly hash: Hash }) {
  const { data, error } = useTransaction({ hash, query: watch })
  const receipt = useWaitForTransactionReceipt({ hash })
  return (
    <>
      <p>
        Transaction <output data-testid="hash">{hash}</output>
      </p>
      <p>
        Status <output data-testid="status">{statusOf(error, data)}</output>
      </p>
      <p>
        Receipt <output data-testid="receipt">{receipt.data?.status}</output>
      </p>
    </>
  )
}

function statusOf(error: Error | null, transaction: Transaction | undefined): string {
  if (error !== null) return error.name === 'TransactionNotFoundError' ? 'unknown' : error.message
  if (transaction === undefined) return ''
  const { blockNumber } = transaction
  return blockNumber === null ? 'pending' : `mined in block ${blockNumber}`
}

/** What the node says: viem puts it into the details of an error of its own. */
function detailsOf(error: Error): string {
  return 'details' in error ? String(error.details) : error.message
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>
  </WagmiProvider>,
)

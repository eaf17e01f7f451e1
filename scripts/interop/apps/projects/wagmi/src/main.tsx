import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { type Address, defineChain, erc20Abi, numberToHex, parseEther } from 'viem'
import {
  createConfig,
  http,
  useBalance,
  useBlock,
  useBytecode,
  useEstimateFeesPerGas,
  useEstimateGas,
  useEstimateMaxPriorityFeePerGas,
  useFeeHistory,
  useGasPrice,
  useReadContracts,
  useStorageAt,
  useTransactionCount,
  WagmiProvider,
} from 'wagmi'

const parameters = new URLSearchParams(location.search)
const rpcUrl = parameters.get('rpc') as string
const account = parameters.get('account') as Address
const token = parameters.get('token') as Address

const chain = defineChain({
  id: 1337,
  name: 'Development',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [rpcUrl] } },
})
const config = createConfig({ chains: [chain], transports: { [chain.id]: http() } })

function Page() {
  const contract = { address: token, abi: erc20Abi } as const
  const queries = {
    block: useBlock(),
    balance: useBalance({ address: account }),
    nonce: useTransactionCount({ address: account }),
    code: useBytecode({ address: token }),
    storage: useStorageAt({ address: token, slot: numberToHex(2, { size: 32 }) }),
    contract: useReadContracts({
      allowFailure: false,
      contracts: [
        { ...contract, functionName: 'name' },
        { ...contract, functionName: 'symbol' },
        { ...contract, functionName: 'decimals' },
        { ...contract, functionName: 'balanceOf', args: [account] },
      ],
    }),
    gasPrice: useGasPrice(),
    tip: useEstimateMaxPriorityFeePerGas(),
    fees: useEstimateFeesPerGas(),
    history: useFeeHistory({ blockCount: 4, rewardPercentiles: [50] }),
    transferGas: useEstimateGas({ account, to: account, value: parseEther('0.001') }),
  }
  const entries = Object.entries(queries)
  const failed = entries.filter(([, { isError }]) => isError)
  const isReady = entries.every(([, { isSuccess }]) => isSuccess)
  const shown = entries.map(([name, { data, error }]) => [name, error?.message ?? data])
  const text = JSON.stringify(Object.fromEntries(shown), (_, value) =>
    typeof value === 'bigint' ? `${value}` : value,
  )
  return <pre data-state={failed.length > 0 ? 'failed' : isReady ? 'ready' : 'loading'}>{text}</pre>
}

createRoot(document.getElementById('root') as HTMLElement).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>
  </WagmiProvider>,
)

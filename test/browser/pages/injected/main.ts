import {
  BrowserProvider,
  type Eip1193Provider,
  type EthersError,
  formatEther,
  parseEther,
} from 'ethers'

// A page that pays with the wallet of the browser, and shows what happens to the payment at each new block.

interface Wallet extends Eip1193Provider {
  on(event: 'message', listener: (message: { readonly type: string }) => void): void
}

interface Announcement {
  readonly info: { readonly name: string }
  readonly provider: Wallet
}

const RECIPIENT = '0x00000000000000000000000000000000000a11ce'

const element = (selector: string) => document.querySelector(selector) as HTMLElement
const show = (testId: string, text: string) => {
  element(`[data-testid=${testId}]`).textContent = text
}

function onWallet({ info, provider: wallet }: Announcement): void {
  show('wallet', info.name)
  // A cached response would hide what has changed within a quarter of a second.
  const provider = new BrowserProvider(wallet, 'any', { cacheTimeout: -1 })
  let hash: string | undefined
  const update = async () => {
    const received = formatEther(await provider.getBalance(RECIPIENT))
    show('received', received.replace(/\.0$/, ''))
    if (hash === undefined) return
    const transaction = await provider.getTransaction(hash)
    const block = transaction?.blockNumber ?? undefined
    const pending = transaction === null ? 'unknown' : 'pending'
    show('status', block === undefined ? pending : `mined in block ${block}`)
  }
  // One after another, so that the newest is shown last.
  let updated = Promise.resolve()
  const queueUpdate = () => {
    updated = updated.then(update)
    return updated
  }
  const connect = async () => {
    const [account = ''] = await provider.send('eth_requestAccounts', [])
    show('account', account)
    show('chain', String((await provider.getNetwork()).chainId))
    wallet.on('message', ({ type }) => {
      if (type === 'eth_subscription') queueUpdate()
    })
    await wallet.request({ method: 'eth_subscribe', params: ['newHeads'] })
    await queueUpdate()
  }
  const send = async () => {
    const value = parseEther((element('#amount') as HTMLInputElement).value)
    const signer = await provider.getSigner()
    try {
      hash = await signer.sendUncheckedTransaction({ to: RECIPIENT, value })
      show('hash', hash)
      await queueUpdate()
    } catch (error) {
      show('status', (error as EthersError).shortMessage)
    }
  }
  element('#connect').addEventListener('click', connect)
  element('#send').addEventListener('click', send)
}

window.addEventListener('eip6963:announceProvider', (event) => {
  onWallet((event as CustomEvent<Announcement>).detail)
})
window.dispatchEvent(new Event('eip6963:requestProvider'))

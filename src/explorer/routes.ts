/** What the page shows. Each has an address of its own, after the `#`, so that it can be linked to. */
export type Route =
  | { readonly view: 'tree' /** the number of the block to begin with */; readonly at?: number }
  | { readonly view: 'block' /** a number, a hash, or a tag */; readonly block: string }
  | { readonly view: 'transaction'; readonly hash: string }
  | { readonly view: 'address'; readonly address: string }
  | { readonly view: 'requests' }
  | { readonly view: 'moves' }
  | { readonly view: 'unknown'; readonly hash: string }

const HASH = /^0x[0-9a-f]{64}$/i
const ADDRESS = /^0x[0-9a-f]{40}$/i
const NUMBER = /^\d{1,15}$/
const TAG = /^(?:earliest|finalized|latest|pending|safe)$/

/** Reads the part of an address after the page's own: `location.hash`. */
export function readRoute(hash: string): Route {
  const [name = '', argument = '', ...others] = hash.replace(/^#?\/?/, '').split('/')
  const unknown: Route = { view: 'unknown', hash }
  if (others.length > 0) return unknown
  if (name === '') return { view: 'tree' }
  if (name === 'tree' && NUMBER.test(argument)) return { view: 'tree', at: Number(argument) }
  const isBlock = [NUMBER, HASH, TAG].some((pattern) => pattern.test(argument))
  if (name === 'block' && isBlock) {
    return { view: 'block', block: argument.toLowerCase() }
  }
  if (name === 'tx' && HASH.test(argument)) {
    return { view: 'transaction', hash: argument.toLowerCase() }
  }
  if (name === 'address' && ADDRESS.test(argument)) return { view: 'address', address: argument }
  if ((name === 'requests' || name === 'moves') && argument === '') return { view: name }
  return unknown
}

/** The address of a route, for `href`. It is the inverse of `readRoute`. */
export function hrefOf(route: Route): string {
  switch (route.view) {
    case 'tree':
      return route.at === undefined ? '#/' : `#/tree/${route.at}`
    case 'block':
      return `#/block/${route.block}`
    case 'transaction':
      return `#/tx/${route.hash}`
    case 'address':
      return `#/address/${route.address}`
    case 'unknown':
      return route.hash
    default:
      return `#/${route.view}`
  }
}

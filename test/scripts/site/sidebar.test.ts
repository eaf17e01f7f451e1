import { expect, it } from 'vitest'
import { HOME, pages } from '../../../scripts/site/pages.ts'
import { linkTo, navigation, sidebar, startPages } from '../../../scripts/site/sidebar.ts'

it('has each page once, and the home page nowhere', () => {
  const links = sidebar()
    .flatMap(({ items }) => items)
    .flatMap(({ link, items = [] }) => [link, ...items.map((item) => item.link)])
  const wanted = [...pages.keys()].filter((page) => page !== HOME).map(linkTo)
  expect(links.toSorted()).toEqual(wanted.toSorted())
})

it('begins with a page for each kind of reader, named by its heading', () => {
  expect(sidebar()[0]?.items).toEqual([
    { text: 'Indexers', link: '/start/indexers' },
    { text: 'Wallets and front ends', link: '/start/wallets' },
    { text: 'RPC clients and proxies', link: '/start/clients' },
    { text: 'Contract teams', link: '/start/contracts' },
  ])
  expect(navigation()).toContainEqual({ text: 'Start here', items: sidebar()[0]?.items })
  expect(startPages).toHaveLength(4)
})

import { HOME, summaryOf, titleOf } from './pages.ts'
import { repositoryUrl } from './repository.ts'
import { linkTo, startPages } from './sidebar.ts'

/** What the home page has above the README: its first sentences, and a card for each kind of reader. */
export const home = {
  layout: 'home',
  hero: {
    name: titleOf(HOME),
    tagline: summaryOf(HOME),
    actions: [
      { theme: 'brand', text: 'Quick start', link: '#quick-start' },
      { theme: 'alt', text: 'All pages', link: '#documentation' },
      { theme: 'alt', text: 'GitHub', link: repositoryUrl },
    ],
  },
  features: startPages.map((page) => ({
    title: titleOf(page),
    details: summaryOf(page),
    link: linkTo(page),
  })),
}

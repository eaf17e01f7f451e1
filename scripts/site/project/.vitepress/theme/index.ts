import DefaultTheme from 'vitepress/theme-without-fonts'
import SiteLayout from './SiteLayout.vue'
import './style.css'

export default { extends: DefaultTheme, Layout: SiteLayout }

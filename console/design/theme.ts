import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { words } from '../words/app.ts'
import { firstChoices } from './choices.ts'

/** Contrasts on white and on the dark panel are in docs/console.md. 7 is the primary colour in light, 4 in dark. */
const petrol: MantineColorsTuple = [
  '#e9f4f5',
  '#cfe5e8',
  '#aad3d9',
  '#83c6cf',
  '#5cc3d0',
  '#3a9fac',
  '#1d7a87',
  '#0b5f6b',
  '#094d57',
  '#063a42',
]

/** Warm greys: 0 to 3 for surfaces and hairlines, 4 to 9 for borders and text. */
const ink: MantineColorsTuple = [
  '#fbfaf7',
  '#f3f1ec',
  '#ddd9d0',
  '#c4c0b8',
  '#858a8f',
  '#6b7178',
  '#565c63',
  '#3b4147',
  '#2a2f34',
  '#1c2024',
]

const dark: MantineColorsTuple = [
  '#e8e6e1',
  '#c9c7c2',
  '#a3a8ad',
  '#767d84',
  '#3d444b',
  '#2c3238',
  '#22272c',
  '#1b1f23',
  '#14171a',
  '#0e1214',
]

/** The text on a filled button: Mantine takes white, which is too pale on the primary colour of dark. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  const isPrimary = input.color === undefined || input.color === input.theme.primaryColor
  return input.variant === 'filled' && isPrimary ? { ...colors, color: 'var(--quiver-on-primary)' } : colors
}

/** In a searchable select Enter would send the form, also while the list of choices is closed. */
function openOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  if (event.currentTarget.dataset['expanded'] === undefined) event.currentTarget.click()
}

export const theme = createTheme({
  variantColorResolver,
  colors: { petrol, ink, dark },
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 4 },
  white: '#ffffff',
  black: '#0e1214',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.334', sm: '1.385', md: '1.43', lg: '1.5', xl: '1.4' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.231' },
      h2: { fontSize: '1.25rem', lineHeight: '1.4' },
      h3: { fontSize: '1rem', lineHeight: '1.5' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '4px', sm: '6px', md: '6px', lg: '10px', xl: '10px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: { size: 'sm' } },
    Select: {
      defaultProps: { size: 'sm', checkIconPosition: 'right', onKeyDown: openOnEnter, filter: firstChoices },
    },
    MultiSelect: { defaultProps: { onKeyDown: openOnEnter, filter: firstChoices } },
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': words.showPassword } } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': words.close } } },
    Loader: { defaultProps: { type: 'dots' } },
    Modal: { defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.4 } } },
    Tooltip: { defaultProps: { openDelay: 300, events: { hover: true, focus: true, touch: false } } },
  },
})

/** The tokens of the design, which components name as `var(--quiver-…)`. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--quiver-bar': '#f2b33d',
    '--quiver-on-bar': '#2b1a00',
  },
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1c2024',
    '--mantine-color-dimmed': '#565c63',
    '--mantine-color-placeholder': '#565c63',
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': '#0b5f6b',
    '--mantine-color-default-border': '#858a8f',
    '--mantine-color-default-hover': '#f3f1ec',
    '--quiver-page': '#fbfaf7',
    '--quiver-hairline': '#ddd9d0',
    '--quiver-danger': '#b42318',
    '--quiver-warning': '#8a4b00',
    '--quiver-success': '#1e6b3a',
    '--quiver-info': '#2b5c9e',
    '--quiver-soft': '#e9f4f5',
    '--quiver-on-primary': '#ffffff',
  },
  dark: {
    '--mantine-color-body': '#1b1f23',
    '--mantine-color-text': '#e8e6e1',
    '--mantine-color-dimmed': '#a3a8ad',
    '--mantine-color-placeholder': '#a3a8ad',
    '--mantine-color-error': '#ff8a7a',
    '--mantine-color-anchor': '#5cc3d0',
    '--mantine-color-default-border': '#767d84',
    '--mantine-color-default-hover': '#22272c',
    '--quiver-page': '#14171a',
    '--quiver-hairline': '#2c3238',
    '--quiver-danger': '#ff8a7a',
    '--quiver-warning': '#e9b25a',
    '--quiver-success': '#7ccb95',
    '--quiver-info': '#8db8f2',
    '--quiver-soft': '#16353a',
    '--quiver-on-primary': '#0e1214',
  },
})

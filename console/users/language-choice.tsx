import { NativeSelect } from '@mantine/core'
import {
  isLanguage,
  languageCookie,
  languageNames,
  type Language,
} from '../../src/contract/users/languages.ts'
import { language, languagesThere } from '../design/figures.ts'
import { words } from '../words/app.ts'
import { consolePath } from '../app/root.ts'

const yearSeconds = 31_536_000

/** Opens the page again in another language: its words come with its scripts. */
export function chooseLanguage(chosen: Language): void {
  document.cookie = `${languageCookie}=${chosen}; Path=${consolePath || '/'}; Max-Age=${yearSeconds}; SameSite=Lax`
  if (chosen !== language) window.location.reload()
}

type Props = { onChoose: (chosen: Language) => void; disabled?: boolean }

/** Each language by its own name, so that whoever reads no other finds it. */
export function LanguageChoice({ onChoose, disabled = false }: Props) {
  const there = languagesThere.filter(isLanguage)
  if (there.length < 2) return null
  return (
    <NativeSelect
      label={words.language}
      value={language}
      disabled={disabled}
      data={there.map((value) => ({ value, label: languageNames[value] }))}
      onChange={({ currentTarget }) => {
        if (isLanguage(currentTarget.value)) onChoose(currentTarget.value)
      }}
      maw="14rem"
      mt="lg"
    />
  )
}

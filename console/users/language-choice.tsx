import { NativeSelect } from '@mantine/core'
import { isLanguage, languageNames, type Language } from '../../src/contract/users/languages.ts'
import { chooseLanguage } from '../app/reach/language.ts'
import { language, languagesThere } from '../design/figures.ts'
import { words } from '../words/app.ts'

/** Each language by its own name, so that whoever reads no other finds it. */
export function languageData(): { value: Language; label: string }[] {
  return languagesThere.filter(isLanguage).map((value) => ({ value, label: languageNames[value] }))
}

/** For people who have not logged in. */
export function LanguageChoice() {
  return (
    <NativeSelect
      label={words.language}
      value={language}
      data={languageData()}
      onChange={({ currentTarget: { value } }) => {
        if (isLanguage(value)) chooseLanguage(value)
      }}
      maw="14rem"
      mt="xl"
    />
  )
}

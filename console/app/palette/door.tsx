import { Button, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { paletteWords as words } from '../../words/session/palette.ts'
import { goingKeys } from '../../words/session/keys.ts'
import { useInOrganization } from '../places.ts'
import { useGo } from '../reach/leaving.tsx'
import { forgetRecent } from './recent.ts'
import { hasSingleKeys } from './single-keys.ts'

const Palette = lazy(() => import('./dialog.tsx'))

const goes: Partial<Record<string, readonly [path: string, name: string]>> = goingKeys

/** The button and the keys that open the palette, which is fetched when it is first wanted. */
export function PaletteDoor() {
  const [isOpen, { open, close }] = useDisclosure(false)
  const [wasOpen, setWasOpen] = useState(false)
  // The frame exists as long as the session. The recently opened pages are forgotten when it ends.
  useEffect(() => forgetRecent, [])
  useKeys(() => {
    setWasOpen(true)
    open()
  })
  const show = () => {
    setWasOpen(true)
    open()
  }
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        visibleFrom="sm"
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        rightSection={<kbd style={{ font: 'inherit', opacity: 0.75 }}>{words.keys}</kbd>}
        onClick={show}
      >
        {words.search}
      </Button>
      <UnstyledButton
        hiddenFrom="sm"
        aria-label={words.open}
        w={44}
        h={44}
        style={{ display: 'grid', placeItems: 'center' }}
        onClick={show}
      >
        <IconSearch size={20} stroke={1.75} aria-hidden />
      </UnstyledButton>
      {wasOpen && (
        <Suspense>
          <Palette isOpen={isOpen} close={close} />
        </Suspense>
      )}
    </>
  )
}

function useKeys(open: () => void) {
  const go = useGo()
  const at = useInOrganization()
  useEffect(() => {
    let lastG = 0
    const heard = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, timeStamp } = event
      if ((ctrlKey || metaKey) && key.toLowerCase() === 'k') {
        event.preventDefault()
        return open()
      }
      if (ctrlKey || metaKey || altKey || isTyping(event.target) || !hasSingleKeys()) return
      const to = timeStamp - lastG < 1_000 ? goes[key] : undefined
      lastG = key === 'g' ? timeStamp : 0
      if (to !== undefined) go(at(to[0]))
      else if (key === '?') go('/keys')
      else if (key === '/') {
        event.preventDefault()
        open()
      }
    }
    window.addEventListener('keydown', heard)
    return () => window.removeEventListener('keydown', heard)
  })
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
      target.closest('[role="dialog"]') !== null)
  )
}

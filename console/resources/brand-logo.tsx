import { Button, Group, Image, Input, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import type { BrandRecord } from '../../src/contract/resources/brands.ts'
import { pictureUrl } from '../app/root.ts'
import { Shelf } from '../campaigns/compose/blocks/pictures.tsx'
import { brandWords as words } from '../words/resources.ts'

type Logo = BrandRecord['logo']

type BrandLogoProps = {
  logo: Logo
  choose: (logo: Logo) => void
  /** What is shown where there is none. */
  none?: string | undefined
}

export function BrandLogo({ logo, choose, none = words.noLogo }: BrandLogoProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Input.Wrapper label={words.logo} labelElement="div">
      {logo === null ? (
        <Text size="sm" c="dimmed" mb="xs">
          {none}
        </Text>
      ) : (
        <Image
          src={pictureUrl(logo)}
          alt={words.logo}
          h={56}
          w="auto"
          maw="100%"
          fit="contain"
          bg="white"
          p={6}
          mb="xs"
        />
      )}
      <Group gap="sm">
        <Button variant="default" onClick={() => setOpen(true)}>
          {words.chooseLogo}
        </Button>
        {logo !== null && (
          <Button variant="subtle" onClick={() => choose(null)}>
            {words.removeLogo}
          </Button>
        )}
      </Group>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={words.logoOf} size="lg">
        <Shelf
          choose={(picture) => {
            choose(picture)
            setOpen(false)
          }}
        />
      </Modal>
    </Input.Wrapper>
  )
}

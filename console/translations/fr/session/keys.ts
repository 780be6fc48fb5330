import type * as en from '../../../words/session/keys.ts'

type Key = readonly [combination: readonly string[], meaning: string]

/** The letters after g, which the palette's door listens to. */
export const goingKeys: Record<'o' | 'c' | 'l' | 'p' | 's' | 'i', readonly [path: string, name: string]> = {
  o: ['/overview', 'Vue d’ensemble'],
  c: ['/campaigns', 'Campagnes'],
  l: ['/lists', 'Listes'],
  p: ['/people', 'Contacts'],
  s: ['/segments', 'Segments'],
  i: ['/imports', 'Imports'],
}

const going: readonly Key[] = Object.entries(goingKeys).map(([key, [, name]]) => [['g', key], name])

export const keyWords: typeof en.keyWords = {
  title: 'Raccourcis clavier',
  lead: 'Les touches seules fonctionnent quand aucun texte n’est en cours de saisie. La palette les désactive pour ce navigateur : Ctrl K continue de fonctionner.',
  groups: [
    {
      title: 'Partout',
      keys: [
        [['Ctrl', 'K'], 'Rechercher, aller à une page, faire une action'],
        [['/'], 'Idem'],
        [['?'], 'Cette page'],
        [['Échap'], 'Fermer ce qui est ouvert au premier plan'],
        [['Tab'], 'Champ ou bouton suivant'],
        [['Entrée'], 'Suivre un lien, appuyer sur un bouton, envoyer un formulaire'],
      ],
    },
    { title: 'Aller à', keys: going },
    {
      title: 'Graphiques',
      keys: [
        [['t'], 'Afficher les chiffres en tableau, et revenir'],
        [['←', '→'], 'Lire le graphique point par point, une fois qu’il est sélectionné'],
      ],
    },
    {
      title: 'Listes et menus',
      keys: [
        [['↑', '↓'], 'Choisir ; déplacer un champ ou une condition par sa poignée'],
        [['Origine', 'Fin'], 'Premier et dernier'],
        [['Espace'], 'Cocher une case'],
      ],
    },
  ],
}

interface ItemTemplate {
  readonly id?: string
  readonly label?: string
  readonly role?: string
  readonly type?: string
  readonly submenu?: readonly ItemTemplate[]
  click?(): void
}

/** A menu that no screen shows. Specs press its items with `click`. */
export class Menu {
  static #application: Menu | null = null
  readonly items: readonly (Omit<ItemTemplate, 'submenu'> & { readonly label: string; readonly submenu?: Menu })[]

  constructor(template: readonly ItemTemplate[] = []) {
    this.items = template.map(({ submenu, ...item }) => ({
      ...item,
      label: item.label ?? item.role ?? '',
      ...(submenu && { submenu: new Menu(submenu) }),
    }))
  }

  static buildFromTemplate(template: readonly ItemTemplate[]): Menu {
    return new Menu(template)
  }

  static setApplicationMenu(menu: Menu | null): void {
    Menu.#application = menu
  }

  static getApplicationMenu(): Menu | null {
    return Menu.#application
  }
}

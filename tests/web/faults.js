({
    // What may be wrong with the page as it is, each a list of what is at fault.

    nameless() {
        const named = (one) =>
            one.getAttribute('aria-label') || one.innerText?.trim() || one.labels?.[0]?.textContent.trim();
        const own = ['row', 'rowgroup', 'status', 'alert'];
        return [...document.querySelectorAll('button, input, select, textarea, a, dialog, [role]')]
            .filter((one) => one.offsetParent && !one.closest('[aria-hidden=true]'))
            .filter((one) => !own.includes(one.getAttribute('role')) && !named(one))
            .map((one) => one.outerHTML.slice(0, 160));
    },

    misplaced() {
        const all = (selector) => [...document.querySelectorAll(selector)];
        const inside = { gridcell: 'row', row: 'rowgroup', rowgroup: 'grid', radio: 'radiogroup' };
        const wrong = Object.entries(inside).flatMap(([role, parent]) =>
            all(`[role=${role}]`).filter((one) => !one.parentElement.closest(`[role=${parent}]`)));
        const ids = all('[id]').map((one) => one.id);
        const named = ['aria-activedescendant', 'aria-describedby', 'aria-controls']
            .flatMap((key) => all(`[${key}]`).map((one) => one.getAttribute(key)));
        return [
            ...wrong.map((one) => one.outerHTML.slice(0, 120)),
            ...ids.filter((id, at) => ids.indexOf(id) !== at),
            ...named.filter((id) => !document.getElementById(id)),
            ...['h1', 'main'].filter((tag) => all(tag).length !== 1),
        ];
    },

    // Contrast below AA of WCAG 2.2, text by text.
    pale() {
        const channel = (part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
        const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
        const rgba = (text) => (text.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
        const ground = (one) => {
            for (let at = one; at; at = at.parentElement) {
                const color = rgba(getComputedStyle(at).backgroundColor);
                if ((color[3] ?? 1) > 0.99) return color;
            }
            return [255, 255, 255];
        };
        const written = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
        return [...document.querySelectorAll('body *')]
            .filter((one) => written(one) && one.offsetParent && !one.closest('.unseen, :disabled, .skip'))
            .filter((one) => {
                const style = getComputedStyle(one);
                const [dark, bright] = [light(rgba(style.color)), light(ground(one))].sort((x, y) => x - y);
                return (bright + 0.05) / (dark + 0.05) < (parseFloat(style.fontSize) >= 24 ? 3 : 4.5);
            })
            .map((one) => `${one.className} ${one.textContent.slice(0, 40)}`);
    },

    // What makes the page wider than its window; strips that scroll by themselves do not.
    wide() {
        const most = document.documentElement.clientWidth;
        if (document.documentElement.scrollWidth <= most) return [];
        return [...document.querySelectorAll('body *')]
            .filter((one) => one.getBoundingClientRect().right > most + 1)
            .filter((one) => !one.closest('.toolbox, .swatches, .wide-table, .code, .unseen'))
            .map((one) => one.outerHTML.slice(0, 120));
    },

    // Controls of fewer than 24 pixels (WCAG 2.2, target size).
    small() {
        return [...document.querySelectorAll('button, select, input')]
            .filter((one) => one.offsetParent && !one.closest('.unseen'))
            .filter((one) => {
                const box = (one.closest('label') ?? one).getBoundingClientRect();
                return box.width < 24 || box.height < 24;
            })
            .map((one) => one.outerHTML.slice(0, 120));
    },
})

// A ring that shows a share as an arc.

import Clutter from 'gi://Clutter';
import GObject from 'gi://GObject';
import St from 'gi://St';

// It is redrawn only when the step changes; more steps cannot be distinguished at the bar's size.
const STEPS = 60;

export const Ring = GObject.registerClass(
class TomatoRing extends St.DrawingArea {
    constructor(styleClass) {
        super({style_class: styleClass, y_align: Clutter.ActorAlign.CENTER});
        this._step = 0;
        this._color = null;
    }

    // `color` is '#rrggbb'; null: the text's colour. `share` is 0 to 1; null: only the track.
    set(share, color) {
        const step = share === null ? 0 : Math.ceil(share * STEPS);
        if (step === this._step && color === this._color)
            return;
        [this._step, this._color] = [step, color];
        this.queue_repaint();
    }

    vfunc_repaint() {
        const cr = this.get_context();
        const [w, h] = this.get_surface_size();
        const text = this.get_theme_node().get_foreground_color();
        const channels = [text.red, text.green, text.blue].map(it => it / 255);
        const thickness = Math.max(2, Math.min(w, h) / 7);
        const radius = Math.max((Math.min(w, h) - thickness) / 2, 1);
        cr.setLineWidth(thickness);
        cr.setSourceRGBA(...channels, 0.3);
        cr.arc(w / 2, h / 2, radius, 0, 2 * Math.PI);
        cr.stroke();
        if (this._step > 0) {
            const drawn = this._color ? [1, 3, 5].map(i => parseInt(this._color.slice(i, i + 2), 16) / 255) : channels;
            cr.setSourceRGBA(...drawn, 1);
            cr.arc(w / 2, h / 2, radius, -Math.PI / 2, -Math.PI / 2 + 2 * Math.PI * this._step / STEPS);
            cr.stroke();
        }
        cr.$dispose();
    }
});

print("tomato-notify")
